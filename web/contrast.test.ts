import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const theme = read('./theme.css')
const tones = [...read('./covers.css').matchAll(/\.cover-\d \{[^}]*\}/g)].map(([rules]) => rules)

/** What WCAG 2.2 AA asks of text (1.4.3), and of signs, rings and the edges of controls (1.4.11). */
const ofText = 4.5
const ofSigns = 3

type Pair = [above: string, below: string, atLeast: number]

const grounds = ['surface', 'card', 'sunken']
const states = ['danger', 'success', 'warning']

/** Every colour with its allowed backgrounds (decision 35). */
const pairs: Pair[] = [
  ...cross(['ink', 'ink-soft', 'accent-ink', 'accent-strong', ...states], grounds, ofText),
  ...cross(['ink', 'ink-soft'], ['field'], ofText),
  ...cross(['ink', 'accent-ink'], ['raised'], ofText),
  ...cross(['ink', 'ink-soft', 'accent-ink'], ['accent-soft'], ofText),
  ...states.flatMap((state) => cross([state, 'ink'], [`${state}-soft`], ofText)),
  ...cross(['ink'], ['selection'], ofText),
  ...cross(['color-white'], ['start', 'end', 'shade', ...states.map((state) => `color-${state}-fill`)], ofText),
  ...cross(['shade'], ['color-white'], ofText),
  ...cross(['control'], ['surface', 'card', 'field'], ofSigns),
  ...cross(['accent'], [...grounds, 'field'], ofSigns),
  ...cross(['mark-start', 'mark-end'], ['card'], ofSigns),
]

describe.each(['attendee', 'organizer'] as const)('the theme of an %s', (role) => {
  test.each(['light', 'dark'] as const)('has enough contrast on %s, and so have the signs of covers', (scheme) => {
    const colours = coloursOf(role, scheme)
    const signs = tones.map((rules): Pair => [paintOf('sign', rules), paintOf('plate', rules), ofText])

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

/** What a role's colours are in a scheme, by the names of their variables. */
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

/** The variable of the theme with which a tone paints something: `--sign: var(--cover-pale)`. */
function paintOf(paint: string, rules: string): string {
  const [, name] = new RegExp(`--${paint}: var\\(--([\\w-]+)\\)`).exec(rules) ?? []
  if (name === undefined) throw new Error(`no ${paint} in ${rules}`)
  return name
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance, from 0 to 1, of `oklch(l c h)` or `#fff` as a screen of sRGB shows it (CSS Color 4, Ottosson). */
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
