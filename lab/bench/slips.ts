/**
 * Counts how many codes of slips are read: `npm run bench:slips`. It makes slips with codes of several sizes, blurred, packed,
 * turned and photographed, and prints for each of these how many are read in the picture as it is, and with the reading of a
 * sharpened one after it, as the product does; and how long reading takes.
 */
import { decode } from '#server/lib/codes/decoding.ts'
import { type Pixels, readings } from '#server/lib/codes/readings.ts'
import { encodePrivateInTurn } from '#server/lib/pictures/pictures.ts'
import { pictureOf, type Taking, takings, textOn } from './slip-pictures.ts'

const traits = ['size', 'blur', 'quality', 'turned', 'photographed'] as const

interface Outcome {
  taking: Taking
  plain: boolean
  product: boolean
  milliseconds: number
}

const outcomes: Outcome[] = []
for (const [number, taking] of takings.entries()) {
  const text = textOn(number)
  const picture = await pictureOf(text, taking)
  const { seen } = await encodePrivateInTurn(picture, (pixels) => outcome(pixels, taking, text))
  outcomes.push(seen)
}

tell('all', outcomes)
for (const trait of traits) {
  for (const value of new Set(takings.map((taking) => taking[trait]))) {
    const those = outcomes.filter(({ taking }) => taking[trait] === value)
    tell(`${trait} ${value}`, those)
  }
}
const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
const at = (share: number) => `${times[Math.floor(share * (times.length - 1))]?.toFixed(0)} ms`
console.info(`reading takes ${at(0.5)} at the median, ${at(1)} at most`)

async function outcome(pixels: Pixels, taking: Taking, text: string): Promise<Outcome> {
  const begun = performance.now()
  const said: (string | null)[] = []
  for await (const reading of readings(pixels)) {
    said.push(decode(reading))
    if (said.at(-1) !== null) break
  }
  const milliseconds = performance.now() - begun
  return { taking, plain: said[0] === text, product: said.at(-1) === text, milliseconds }
}

function tell(name: string, those: Outcome[]) {
  const count = (of: 'plain' | 'product') => those.filter((each) => each[of]).length
  console.info(`${name.padEnd(20)} ${count('plain')} of ${those.length} as it is, ${count('product')} sharpened too`)
}
