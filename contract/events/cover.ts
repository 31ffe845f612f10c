import type { Category, Event } from './events.ts'

/** In drawing units, 16 to 9. Covers may be cropped, so everything important is in the middle. */
export const coverSize = { width: 160, height: 90 } as const

/** A tone has a colour for each. The sign is painted on the plate only. */
export type Paint = 'ground' | 'near' | 'far' | 'spark' | 'plate' | 'sign'

export interface Cover {
  tone: number
  /** SVG paths from back to front, on the ground. */
  parts: [paint: Paint, path: string][]
  /** The title's first letter, centred on the plate; `text` is '' for a title without letters or digits. */
  sign: { text: string; x: number; y: number; size: number }
}

export type Covered = Pick<Event, 'id' | 'category' | 'event_name'>

/** The cover of an event without an image, the same every time: colours by category, shapes by id, and the first
 *  letter of the title. */
export function coverOf({ id, category, event_name }: Covered): Cover {
  const number = numbersFrom(id)
  const x = 62 + number(4) * 12
  // In turn, so that consecutive events differ. With seven shapes and two, three or six tones a combination repeats
  // only after all others.
  const { y = 45, size = 34, parts } = pick(shapes, id)(x, number)
  return { tone: pick(families[category], id), parts, sign: { text: signOf(event_name), x, y, size } }
}

const pick = <T>(of: readonly [T, ...T[]], id: number): T => of[id % of.length] ?? of[0]

/** The tones of each category, of the six in `web/covers.css`. */
const families: Record<Category, [number, ...number[]]> = {
  CONFERENCE: [0, 2, 4],
  CONCERT: [3, 5, 1],
  WORKSHOP: [4, 1],
  SEMINAR: [0, 3],
  NETWORKING: [2, 5],
  OTHER: [0, 1, 2, 3, 4, 5],
}

/** The first letter or digit of a title. Thai and Lao vowels written before their consonant are skipped, as in
 *  dictionaries. */
export function signOf(title: string): string {
  const [letter = ''] = /(?![เ-ไເ-ໄ])[\p{L}\p{N}]/u.exec(title.normalize('NFC')) ?? []
  const capital = letter.toUpperCase()
  return capital.length === letter.length ? capital : letter
}

/** The next pseudo-random integer below `count`. */
type Numbers = (count: number) => number

/** `y` defaults to the middle and `size` to 34. */
type Shape = (x: number, number: Numbers) => { y?: number; size?: number; parts: Cover['parts'] }

/** Rows of seats around a stage. */
const rows: Shape = (x, number) => ({
  y: 60,
  size: 30,
  parts: [
    ['near', disc(x, 86, 84)],
    ['ground', disc(x, 86, 72)],
    ['far', disc(x, 86, 65)],
    ['ground', disc(x, 86, 54)],
    ['plate', disc(x, 86, 48)],
    ['spark', corner(number)],
  ],
})

/** A sheet on a bench. */
const sheet: Shape = (x, number) => {
  const lean = number(2) ? 1 : -1
  return {
    size: 36,
    parts: [
      ['near', `M${x - lean * 96} 90l${lean * 62} -90h${lean * 40}l${lean * -62} 90z`],
      ['far', `M${x + lean * 18} 90l${lean * 62} -90h${lean * 26}l${lean * -62} 90z`],
      ['plate', box(x - 28, 17, 56, 56, 6)],
      ['spark', `M${x + lean * 46} 73h${lean * 22}l${lean * -11} -20z`],
    ],
  }
}

/** The sun over hills. */
const hills: Shape = (x, number) => {
  const [turned, high] = [number(2), 30 + number(3) * 7]
  const from = (side: number) => (turned ? 160 - side : side)
  return {
    y: 35,
    size: 32,
    parts: [
      ['plate', disc(x, 38, 32)],
      ['far', `M${from(0)} 90V58Q${from(38)} ${high} ${from(78)} 60T${from(160)} 46V90z`],
      ['near', `M${from(0)} 90V80Q${from(40)} 62 ${from(88)} 76T${from(160)} 60V90z`],
      ['spark', corner(number)],
    ],
  }
}

/** Circles that meet. */
const circles: Shape = (x, number) => {
  const rise = number(3) * 8
  return {
    parts: [
      ['near', disc(x - 40, 37 + rise, 36)],
      ['far', disc(x + 40, 53 - rise, 36)],
      ['plate', disc(x, 45, 29)],
      ['spark', corner(number)],
    ],
  }
}

/** A record over the bars of its sound. */
const bars: Shape = (x, number) => {
  const all = Array.from({ length: 12 }, (_, place) => {
    const [left, tall] = [place * 13.5 + 1.5, 26 + number(6) * 11]
    return Math.abs(left + 4 - x) < 34 ? '' : box(left, 45 - tall / 2, 8, tall, 4)
  })
  return {
    size: 32,
    parts: [
      ['near', all.filter((_, place) => place % 2 === 0).join('')],
      ['far', all.filter((_, place) => place % 2 === 1).join('')],
      ['ground', disc(x, 45, 36)],
      ['plate', disc(x, 45, 31)],
      ['spark', disc(x + (number(2) ? 27 : -27), 20, 6)],
    ],
  }
}

/** Tiles. */
const tiles: Shape = (x, number) => {
  const left = x - 22.5
  const corners = [-90, -45, 45, 90].flatMap((step) => [0, 45].map((top) => quarter(left + step, top, number(4))))
  return {
    parts: [
      ['near', corners.filter((_, place) => place % 3 !== 1).join('')],
      ['far', corners.filter((_, place) => place % 3 === 1).join('')],
      ['plate', disc(left + 22.5, 45, 30)],
      ['spark', disc(left + (number(2) ? 67.5 : -22.5), number(2) ? 22.5 : 67.5, 7)],
    ],
  }
}

/** A flower. */
const petals: Shape = (x, number) => {
  const turn = number(4) / 4
  const round = (every: (place: number) => number, step: number) =>
    Math.round(36 * every(((step + turn) * Math.PI) / 4))
  const four = (first: number) =>
    [0, 2, 4, 6].map((step) => disc(x + round(Math.cos, first + step), 45 + round(Math.sin, first + step), 16)).join('')
  return {
    size: 30,
    parts: [
      ['far', four(0)],
      ['near', four(1)],
      ['plate', disc(x, 45, 27)],
      ['spark', corner(number)],
    ],
  }
}

const shapes: [Shape, ...Shape[]] = [rows, petals, bars, hills, tiles, sheet, circles]

/** A dot in one of the upper corners. */
function corner(number: Numbers): string {
  return disc(number(2) ? 14 : 146, 16, 7)
}

function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

function box(x: number, y: number, width: number, height: number, round: number): string {
  const [across, down] = [width - 2 * round, height - 2 * round]
  const turn = `a${round} ${round} 0 0 1 `
  return (
    `M${x + round} ${y}h${across}${turn}${round} ${round}v${down}${turn}${-round} ${round}` +
    `h${-across}${turn}${-round} ${-round}v${-down}${turn}${round} ${-round}z`
  )
}

/** A quarter of a disc that fills a tile of 45, around one of its corners. */
function quarter(x: number, y: number, corner: number): string {
  const [right, low] = [corner % 2, corner > 1 ? 1 : 0]
  const [across, down] = [right ? -45 : 45, low ? -45 : 45]
  const sweep = right === low ? 1 : 0
  return `M${x + right * 45} ${y + low * 45}h${across}a45 45 0 0 ${sweep} ${-across} ${down}z`
}

/** The same numbers for the same seed (linear congruential; the upper half is even enough). */
function numbersFrom(seed: number): Numbers {
  let state = Math.imul(seed, 0x9e3779b9)
  return (count) => {
    state = Math.imul(state, 1664525) + 1013904223
    return (state >>> 16) % count
  }
}
