import { keepSetting, readSetting } from './door-storage.ts'

const kinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android phone', /Android/],
  ['Mac', /Macintosh/],
  ['Windows computer', /Windows/],
] as const

/** This phone's name in the report of double entries: 'Android phone 4F7' until somebody renames it. */
export async function deviceName(): Promise<string> {
  const kept = await keptDeviceName()
  if (kept !== undefined) return kept
  const kind = kinds.find(([, mark]) => mark.test(navigator.userAgent))?.[0] ?? 'Computer'
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await keepDeviceName(name)
  return name
}

/** The name that any tab of this phone set last; undefined where the browser keeps nothing. */
export const keptDeviceName = () => readSetting('device').catch(() => undefined)

/** Where the browser keeps nothing, a name lasts as long as the page. */
export const keepDeviceName = (name: string) => keepSetting('device', name).catch(() => {})
