import { keepSetting, readSetting } from './door-storage.ts'

const kinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android phone', /Android/],
  ['Mac', /Macintosh/],
  ['Windows computer', /Windows/],
] as const

/** What this phone is called in the report of double entries: 'Android phone 4F7', until somebody names it. */
export async function deviceName(): Promise<string> {
  const kept = await keptDeviceName()
  if (kept !== undefined) return kept
  const kind = kinds.find(([, mark]) => mark.test(navigator.userAgent))?.[0] ?? 'Computer'
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await keepDeviceName(name)
  return name
}

/** As any tab of this phone was named last; undefined where the browser keeps nothing. */
export const keptDeviceName = () => readSetting('device').catch(() => undefined)

/** Where the browser keeps nothing, a name lasts as long as the page. */
export const keepDeviceName = (name: string) => keepSetting('device', name).catch(() => {})
