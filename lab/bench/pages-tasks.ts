/** Long tasks on a phone while home, list and event page load. */
import { type Browser, chromium } from '@playwright/test'
import { findChromium, quantile } from '../programs.ts'
import { withPages } from './pages-lighthouse.ts'

const runs = 5
/** CPU slowdown, as Lighthouse uses for phones. */
const slowdown = 4
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** In microseconds. Longer tasks delay user input. */
const longTask = 50_000
/** In milliseconds: long enough for hydration. */
const afterLoad = 3_000

/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  args: { data?: { functionName?: string; url?: string } }
}

/** A task after the first paint; times in microseconds, `at` since that paint. */
interface Task {
  at: number
  duration: number
  isReact: boolean
  /** Its longest part. */
  part: string
}

/** Prints each page's blocking time and longest task, as median and range of some runs, and the long tasks of the last run. */
export async function measureTasks(main: string, events: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    await withPages(main, events, async (pages) => {
      for (const [name, url] of Object.entries(pages)) {
        await traceOpening(browser, url)
        const opened: Task[][] = []
        for (let run = 0; run < runs; run++) opened.push(tasksIn(await traceOpening(browser, url)))
        report(name, opened)
      }
    })
  } finally {
    await browser.close()
  }
}

async function traceOpening(browser: Browser, url: string): Promise<TraceEvent[]> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await browser.startTracing(page, {
    categories: [
      ...['toplevel', 'loading', 'devtools.timeline'],
      ...['disabled-by-default-devtools.timeline', 'disabled-by-default-v8.compile'],
    ],
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(afterLoad)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  await context.close()
  return trace.traceEvents
}

/** Work caused only by the debugger: collecting source positions. */
const tracing = 'V8.CollectSourcePositions'

/** The long tasks of the page's main thread after its first paint. */
function tasksIn(trace: TraceEvent[]): Task[] {
  const paint = trace.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!paint) throw new Error('The page has painted nothing.')
  const onMain = trace.filter(({ pid, tid, ph }) => pid === paint.pid && tid === paint.tid && ph === 'X')
  const endOf = ({ ts, dur }: TraceEvent) => ts + dur
  return onMain
    .filter((event) => event.name === 'RunTask' && endOf(event) > paint.ts && event.dur > longTask)
    .map((task) => {
      const parts = onMain.filter((event) => event.ts >= task.ts && endOf(event) <= endOf(task))
      const traced = parts.filter(({ name }) => name === tracing).reduce((sum, { dur }) => sum + dur, 0)
      const named = parts.filter(({ name }) => !/RunTask$|^RunMicrotasks$/.test(name))
      const longest = named.toSorted((one, other) => other.dur - one.dur)[0]
      const { functionName = '', url = '' } = longest?.args.data ?? {}
      return {
        at: task.ts - paint.ts,
        duration: Math.min(task.dur, endOf(task) - paint.ts) - traced,
        isReact: parts.some(({ name, args }) => name === 'FunctionCall' && /\/vendor-/.test(args.data?.url ?? '')),
        part: `${longest?.name} ${functionName} ${url.split('/').at(-1)}`,
      }
    })
    .filter(({ duration }) => duration > longTask)
}

function report(name: string, opened: Task[][]) {
  const blocking = opened.map((tasks) => tasks.reduce((sum, { duration }) => sum + duration - longTask, 0))
  const longest = (tasks: Task[]) => Math.max(0, ...tasks.map(({ duration }) => duration))
  const range = (numbers: number[]) =>
    `${quantile(numbers, 0.5)} ms (${quantile(numbers, 0)} to ${quantile(numbers, 1)})`
  const milliseconds = (numbers: number[]) => range(numbers.map((number) => number / 1_000))
  console.info(
    `\n${name.padEnd(6)} blocking ${milliseconds(blocking)}  longest task ${milliseconds(opened.map(longest))}` +
      `  of React ${milliseconds(opened.map((tasks) => longest(tasks.filter(({ isReact }) => isReact))))}`,
  )
  for (const { at, duration, part } of opened.at(-1) ?? []) {
    console.info(`       ${Math.round(duration / 1_000)} ms at ${Math.round(at / 1_000)}: ${part}`)
  }
}
