import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const theme = read('./theme.css')
const tones = [...read('./covers.css').matchAll(/\.cover-\d \{[^}]*\}/g)].map(([rules]) => rules)

/** The minimum of WCAG 2.2 AA for text (1.4.3), and for icons, focus rings and the edges of controls (1.4.11). */
const textContrast = 4.5
const iconContrast = 3

type Pair = [above: string, below: string, atLeast: number]

const grounds = ['surface', 'card', 'sunken']
const states = ['danger', 'success', 'warning']

/** Every colour with its allowed backgrounds (decision 35). */
const pairs: Pair[] = [
  ...cross(['ink', 'ink-soft', 'accent-ink', 'accent-strong', ...states], grounds, textContrast),
  ...cross(['ink', 'ink-soft'], ['field'], textContrast),
  ...cross(['ink', 'accent-ink'], ['raised'], textContrast),
  ...cross(['ink', 'ink-soft', 'accent-ink'], ['accent-soft'], textContrast),
  ...states.flatMap((state) => cross([state, 'ink'], [`${state}-soft`], textContrast)),
  ...cross(['ink'], ['selection'], textContrast),
  ...cross(['color-white'], ['start', 'end', 'shade', ...states.map((state) => `color-${state}-fill`)], textContrast),
  ...cross(['shade'], ['color-white'], textContrast),
  ...cross(['control'], ['surface', 'card', 'field'], iconContrast),
  ...cross(['accent'], [...grounds, 'field'], iconContrast),
  ...cross(['mark-start', 'mark-end'], ['card'], iconContrast),
]

describe.each(['attendee', 'organizer'] as const)('the theme of an %s', (role) => {
  test.each(['light', 'dark'] as const)('has enough contrast in %s mode, including the signs on covers', (scheme) => {
    const colours = coloursOf(role, scheme)
    const signs = tones.map((rules): Pair => [paintOf('sign', rules), paintOf('plate', rules), textContrast])

    const faults = [...pairs, ...signs].flatMap(([above, below, atLeast]) => {
      const ratio = contrast(luminanceOf(above), luminanceOf(below))
      return ratio < atLeast ? [`${above} on ${below}: ${ratio.toFixed(2)}, not ${atLeast}`] : []
    })

    expect(signs).toHaveLength(6)
    expect(faults).toEqual([])

    function luminanceOf(name: string): number {
      const value = colours.get(name)
      if (value === undefined) throw new Error(`web/theme.css has no --${name}`)
      const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
      return other === undefined ? luminance(value) : luminanceOf(other)
    }
  })
})

function cross(above: string[], below: string[], atLeast: number): Pair[] {
  return above.flatMap((one) => below.map((other): Pair => [one, other, atLeast]))
}

/** A role's colours in a scheme, by the names of their variables. */
function coloursOf(role: 'attendee' | 'organizer', scheme: 'light' | 'dark'): Map<string, string> {
  const blocks = [...theme.matchAll(/^(@theme|:root(\[data-role="organizer"\])?) \{([^}]*)\}/gm)]
  const theirs = blocks.filter(([, , organizer]) => organizer === undefined || role === 'organizer')
  const declared = theirs.flatMap(([, , , rules]) => [...`${rules}`.matchAll(/--([\w-]+): ([^;]+);/g)])
  return new Map(declared.map(([, name, value]) => [`${name}`, sideOf(`${value}`, scheme)]))
}

/** The side of `light-dark(a, b)`; any other value is the same on both. */
function sideOf(value: string, scheme: 'light' | 'dark'): string {
  const [, light, dark] = /^light-dark\(((?:[^(),]|\([^()]*\))+), (.+)\)$/.exec(value) ?? []
  return (scheme === 'light' ? light : dark) ?? value
}

/** The theme variable that a tone uses, such as `--cover-pale` in `--sign: var(--cover-pale)`. */
function paintOf(paint: string, rules: string): string {
  const [, name] = new RegExp(`--${paint}: var\\(--([\\w-]+)\\)`).exec(rules) ?? []
  if (name === undefined) throw new Error(`no ${paint} in ${rules}`)
  return name
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance, from 0 to 1, of `oklch(l c h)` or `#fff` on an sRGB screen (CSS Color 4, Ottosson). */
function luminance(colour: string): number {
  if (colour === '#fff') return 1
  const [, light = '', chroma = '', hue = ''] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour) ?? []
  if (hue === '') throw new Error(`${colour} is no opaque colour`)
  const turn = (Number(hue) * Math.PI) / 180
  const [a, b] = [Number(chroma) * Math.cos(turn), Number(chroma) * Math.sin(turn)]
  const l = (Number(light) + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (Number(light) - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (Number(light) - 0.0894841775 * a - 1.291485548 * b) ** 3
  const shown = (value: number) => Math.min(1, Math.max(0, value))
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
