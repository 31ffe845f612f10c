import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/sessions.json'
import * as th from '#languages/th/sessions.json'

/** Browsers by a mark in their `User-Agent`; the first match counts, because most of them also name those below. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bLine\//i, 'LINE'],
  [/\bFB(AN|AV)\//, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A recognizable name of the device, as it is stored: 'Chrome on Android', without versions or models. '' if neither browser
 *  nor system is known. */
export function deviceOf(userAgent: string | undefined): string {
  const named = (known: [RegExp, string][]) => known.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser === undefined) return system ?? ''
  return system === undefined ? browser : `${browser} on ${system}`
}

/** For passkeys, which need a name. */
export const unknownDevice = 'Unknown device'

const texts = inLanguages(en, th)

/** A stored name of a device in a language. */
export function deviceIn(language: Language, name: string): string {
  const m = texts[language]
  if (name === unknownDevice) return m.unknownDevice
  const [, system] = systems.find(([, one]) => name.endsWith(` on ${one}`)) ?? []
  return system === undefined ? name : fill(m.browserOn, { browser: name.slice(0, -` on ${system}`.length), system })
}
