/**
 * Measures what Markdown costs: `npm run bench:markdown`. It publishes each hostile text through the API, alone and
 * while another call is repeated, and prints whether the text was accepted, the CPU time of rendering it and of the
 * thread that answers, and the longest time of the other call; the best of three rounds each, because the machine may
 * have other work. `-- --fuzz SECONDS [--seed NUMBER]` searches for new ones among random texts that the API accepts.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { eventLimits } from '#contract/events/event-draft.ts'
import { markdownProblem } from '#contract/markdown.ts'
import { render } from '#server/lib/markdown/rendering.ts'
import { hostileTexts } from '#server/testing/markdown/hostile-markdown.ts'
import { markdownTexts } from '#server/testing/markdown/markdown-texts.ts'
import { problemIn } from '#server/testing/markdown/strict-html.ts'
import { type Delay, measureDelays } from './markdown-delays.ts'

/** Milliseconds: the CPU time that a text may take to render, and the time that another call may be delayed. */
const longestRendering = 200
const longestDelay = 50

const { values } = parseArgs({ options: { fuzz: { type: 'string' }, seed: { type: 'string' } } })
warmUp()
if (values.fuzz === undefined) await measureHostile()
else fuzz(Number(values.fuzz) * 1_000, Number(values.seed ?? Date.now() % 1_000_000))

/** Brings this thread into the state of one that has rendered before. */
function warmUp() {
  for (const text of Object.values(hostileTexts))
    if (markdownProblem(text) === null) render(text.slice(0, 4_000), 'about')
}

async function measureHostile() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-bench-'))
  try {
    const delays = await measureDelays(dataDir, hostileTexts)
    for (const [name, text] of Object.entries(hostileTexts)) tell(name, text, delays[name] as Delay)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function tell(name: string, text: string, { answer, held, delay }: Delay) {
  const isTaken = markdownProblem(text) === null
  const cpu = isTaken ? bestCpuOf(() => render(text, 'about')) : 0
  const figure = (milliseconds: number) => `${milliseconds.toFixed(0).padStart(5)} ms`
  console.info(
    `${name.padEnd(44)} ${isTaken ? 'accepted' : 'refused '} (${answer}), rendering ${figure(cpu)} of CPU, ` +
      `answering thread held ${held === null ? 'unknown' : figure(held)}, another call at most ${figure(delay)}`,
  )
  if (answer !== (isTaken ? 201 : 422)) wrong(`the API answered ${answer}`)
  if (cpu > longestRendering) wrong('rendering takes too long')
  if ((held ?? delay) > longestDelay) wrong('others wait too long')
}

function fuzz(budget: number, seed: number) {
  const until = performance.now() + budget
  console.info(`Seed ${seed}, for ${budget / 1_000} s`)
  let slowest = 0
  let taken = 0
  for (let round = 0; performance.now() < until; round++) {
    const [text = ''] = fc.sample(markdownTexts(eventLimits.markdown), { seed: seed + round, numRuns: 1 })
    const check = bestCpuOf(() => markdownProblem(text))
    if (check > longestDelay) wrong(`checking takes ${check.toFixed(0)} ms (seed ${seed + round})`)
    if (markdownProblem(text) !== null) continue
    taken += 1
    let html = ''
    let cpu = cpuOf(() => {
      html = render(text, 'about')
    })
    if (cpu > slowest)
      cpu = Math.min(
        cpu,
        bestCpuOf(() => render(text, 'about')),
      )
    const problem = problemIn(html)
    if (problem !== '') wrong(`${problem} (seed ${seed + round})`)
    if (cpu <= slowest) continue
    slowest = cpu
    console.info(`${cpu.toFixed(0).padStart(5)} ms CPU, seed ${seed + round}: ${JSON.stringify(text.slice(0, 100))}`)
    if (cpu > longestRendering) wrong('that is too long')
  }
  console.info(`${taken} texts rendered, the slowest in ${slowest.toFixed(0)} ms`)
}

/** The CPU time of this process for `work`, in milliseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function bestCpuOf(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => cpuOf(work)))
}

function wrong(what: string) {
  console.error(`  WRONG: ${what}`)
  process.exitCode = 1
}
