/**
 * What Markdown costs: `npm run bench:markdown`. Publishes each hostile text through the API while another call is made over
 * and over, and says whether the text was taken, the CPU time that rendering takes, and the longest that the other call took.
 * `-- --fuzz SECONDS [--seed NUMBER]` looks for new ones among random texts that the API would take.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { eventLimits } from '#contract/events/events.ts'
import { markdownProblem } from '#contract/markdown.ts'
import { render } from '#server/lib/markdown/rendering.ts'
import { hostileTexts } from '#server/testing/markdown/hostile-markdown.ts'
import { markdownTexts } from '#server/testing/markdown/markdown-texts.ts'
import { problemIn } from '#server/testing/markdown/strict-html.ts'
import { measureDelays } from './markdown-delays.ts'

/** Milliseconds: of CPU that a text may take to render, and that another call may be held up. */
const longestRendering = 200
const longestDelay = 50

const { values } = parseArgs({ options: { fuzz: { type: 'string' }, seed: { type: 'string' } } })
warmUp()
if (values.fuzz === undefined) await measureHostile()
else fuzz(Number(values.fuzz) * 1_000, Number(values.seed ?? Date.now() % 1_000_000))

/** As a thread is that has rendered before. */
function warmUp() {
  for (const text of Object.values(hostileTexts))
    if (markdownProblem(text) === null) render(text.slice(0, 4_000), 'about')
}

async function measureHostile() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-bench-'))
  try {
    const delays = await measureDelays(dataDir, hostileTexts)
    for (const [name, text] of Object.entries(hostileTexts)) {
      const problem = markdownProblem(text)
      const cpu = problem === null ? cpuOf(() => render(text, 'about')) : 0
      const { answer, calm, delay } = delays[name] ?? { answer: 0, calm: 0, delay: 0 }
      const taken = problem === null ? `accepted (${answer})` : `refused (${answer})`
      console.info(
        `${name.padEnd(42)} ${taken.padEnd(15)} ${cpu.toFixed(0).padStart(4)} ms CPU ${delay.toFixed(0).padStart(4)} ms delay`,
      )
      if (cpu > longestRendering) wrong(`rendering takes ${cpu.toFixed(0)} ms`)
      if (delay - calm > longestDelay)
        wrong(`another call took ${delay.toFixed(0)} ms, without the text ${calm.toFixed(0)} ms`)
      if (answer !== (problem === null ? 201 : 422)) wrong(`the API answered ${answer}`)
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function fuzz(budget: number, seed: number) {
  const until = performance.now() + budget
  console.info(`Seed ${seed}, for ${budget / 1_000} s`)
  let slowest = 0
  let taken = 0
  const texts = fc.sample(markdownTexts(eventLimits.markdown), { seed, numRuns: 1 })
  for (let round = 0; performance.now() < until; round++) {
    const [text = ''] =
      round === 0 ? texts : fc.sample(markdownTexts(eventLimits.markdown), { seed: seed + round, numRuns: 1 })
    const check = cpuOf(() => markdownProblem(text))
    if (check > longestDelay) wrong(`checking takes ${check.toFixed(0)} ms (seed ${seed + round})`)
    if (markdownProblem(text) !== null) continue
    taken += 1
    let html = ''
    const cpu = cpuOf(() => {
      html = render(text, 'about')
    })
    const problem = problemIn(html)
    if (problem !== '') wrong(`${problem} (seed ${seed + round})`)
    if (cpu <= slowest) continue
    slowest = cpu
    console.info(`${cpu.toFixed(0).padStart(5)} ms CPU, seed ${seed + round}: ${JSON.stringify(text.slice(0, 100))}`)
    if (cpu > longestRendering) wrong('that is too long')
  }
  console.info(`${taken} texts rendered, the slowest in ${slowest.toFixed(0)} ms`)
}

/** Milliseconds of CPU of this process. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function wrong(what: string) {
  console.error(`  WRONG: ${what}`)
  process.exitCode = 1
}
