import { keepSetting, readSetting } from './door-storage.ts'

const kinds = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android phone', /Android/],
  ['Mac', /Macintosh/],
  ['Windows computer', /Windows/],
] as const

/** What this phone is called in the report of double entries: 'Android phone 4F7'. Stays the same. */
export async function deviceName(): Promise<string> {
  const kept = await readSetting('device').catch(() => undefined)
  if (kept !== undefined) return kept
  const kind = kinds.find(([, mark]) => mark.test(navigator.userAgent))?.[0] ?? 'Computer'
  const number = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
  const name = `${kind} ${number.toString(16).toUpperCase().padStart(4, '0').slice(0, 3)}`
  await keepSetting('device', name).catch(() => {})
  return name
}
