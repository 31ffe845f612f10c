import type { Category } from '#contract/events/events.ts'

const width = 1280
const height = 720

/** Hue in degrees of each category's gradient: where it starts, and how far it turns. */
const hues: Record<Category, [start: number, turn: number]> = {
  CONFERENCE: [222, 40],
  WORKSHOP: [190, 45],
  SEMINAR: [255, 40],
  NETWORKING: [285, 45],
  CONCERT: [325, 50],
  OTHER: [205, 75],
}

/** The cover of an event without an image: drawn from its id and category, the same every time. */
export function drawCover(eventId: number, category: Category): string {
  const random = randomFrom(eventId)
  const [start, turn] = hues[category]
  const hue = start + Math.round((random() - 0.5) * 24)
  const angle = Math.round(random() * 90)
  const colour = (h: number, lightness: number) => `hsl(${h} 68% ${lightness}%)`

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs><linearGradient id="g" gradientTransform="rotate(${angle} .5 .5)">`,
    `<stop stop-color="${colour(hue, 42)}"/><stop offset="1" stop-color="${colour(hue + turn, 60)}"/>`,
    '</linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<g fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="3">${patterns[category](random)}</g>`,
    gathering(random),
    '</svg>',
  ].join('')
}

/** Three circles that meet, as in the product's mark. */
function gathering(random: () => number): string {
  const [x, y] = [width * (0.3 + random() * 0.4), height * (0.35 + random() * 0.3)]
  const radius = 130 + random() * 90
  const first = random() * Math.PI * 2
  return [0, 1, 2]
    .map((turn) => {
      const angle = first + (turn * Math.PI * 2) / 3
      return circle(
        x + Math.cos(angle) * radius * 0.62,
        y + Math.sin(angle) * radius * 0.62,
        radius,
        'fill="#fff" fill-opacity=".15"',
      )
    })
    .join('')
}

const patterns: Record<Category, (random: () => number) => string> = {
  CONFERENCE: (random) => grid(72, (x, y) => circle(x, y, 2 + random() * 5)),
  WORKSHOP: (random) => lines(28, (at) => `M${at * 64 - 500} 0l${300 + random() * 200} ${height}`),
  SEMINAR: (random) =>
    lines(14, (at) => `M0 ${at * 56}q${width / 4} ${30 + random() * 60} ${width / 2} 0t${width / 2} 0`),
  NETWORKING: (random) =>
    grid(180, (x, y) => {
      const [dx, dy] = [(random() - 0.5) * 300, (random() - 0.5) * 300]
      return `${circle(x, y, 7)}<path d="M${round(x)} ${round(y)}l${round(dx)} ${round(dy)}"/>`
    }),
  CONCERT: (random) => {
    const [x, y] = [random() * width, height * (0.8 + random() * 0.4)]
    return Array.from({ length: 16 }, (_, ring) => circle(x, y, 50 + ring * 62)).join('')
  },
  OTHER: (random) =>
    grid(150, (x, y) => {
      const size = 30 + random() * 60
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}" rx="16"/>`
    }),
}

function grid(step: number, draw: (x: number, y: number) => string): string {
  let drawn = ''
  for (let y = step / 2; y < height; y += step) for (let x = step / 2; x < width; x += step) drawn += draw(x, y)
  return drawn
}

function lines(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `<path d="${draw(at)}"/>`).join('')
}

function circle(x: number, y: number, radius: number, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" ${more}/>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
