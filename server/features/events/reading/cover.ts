import { type Cover, coverOf, coverSize, type Paint } from '#contract/events/cover.ts'
import type { Category } from '#contract/events/events.ts'

/** Pixels. */
const width = 1280
const height = 720

/** The colours of visitors in `web/theme.css`, spelled so that every program that draws SVG knows them. */
const blue = { deep: '#1f2a74', vivid: '#3f5bd8', pale: '#d5ddf9' }
const purple = { deep: '#451a73', vivid: '#8a3ddc', pale: '#e6d7fa' }
const spark = '#f7b955'

/** As the classes in `web/covers.css`. */
const tones: Record<Paint, string>[] = [
  { ground: blue.deep, near: blue.vivid, far: purple.vivid, plate: blue.pale, sign: blue.deep, spark },
  { ground: purple.pale, near: purple.vivid, far: blue.vivid, plate: purple.deep, sign: purple.pale, spark },
  { ground: blue.vivid, near: blue.deep, far: blue.pale, plate: purple.deep, sign: purple.pale, spark },
  { ground: purple.deep, near: purple.vivid, far: blue.vivid, plate: spark, sign: purple.deep, spark: purple.pale },
  { ground: blue.pale, near: blue.vivid, far: purple.vivid, plate: blue.deep, sign: blue.pale, spark },
  { ground: purple.vivid, near: purple.deep, far: purple.pale, plate: blue.deep, sign: blue.pale, spark },
]

/** The cover of an event without an image as a picture, without the title's sign: for what has the title on it. */
export function drawCover(eventId: number, category: Category): string {
  const { tone, parts } = coverOf({ id: eventId, category, event_name: '' })
  const colours = tones[tone] ?? tones[0]
  const path = ([paint, d]: Cover['parts'][number]) => `<path fill="${colours?.[paint]}" d="${d}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${coverSize.width} ${coverSize.height}"`,
    ` width="${width}" height="${height}">`,
    `<rect width="${coverSize.width}" height="${coverSize.height}" fill="${colours?.ground}"/>`,
    ...parts.map(path),
    '</svg>',
  ].join('')
}
