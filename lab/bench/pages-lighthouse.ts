/** Lighthouse results of home, list and event page on a phone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { paths } from '#contract/paths.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { findChromium, openPostgres, root, startProduct } from '../programs.ts'
import { addEvents, addPeople } from './discovery/fill.ts'
import { serveEmptyPage } from './empty-page/serve.ts'
import { addPictures } from './pages-pictures.ts'

const lockFolder = path.join(import.meta.dirname, 'lighthouse')
const installedFolder = path.join(root, '.cache', 'lighthouse')

const runs = 3

/** Prints each page's Lighthouse scores for a phone, the failed audits and the loaded files, beside an empty page and the URLs
 *  of `others`, in turn. `main` runs with `events` events with pictures. Lighthouse is installed on the first run. */
export async function measureByLighthouse(main: string, events: number, others: string[]): Promise<void> {
  await installLighthouse()
  const chromePath = process.env.CHROME_PATH ?? (await findChromium())
  const empty = await serveEmptyPage()
  await withPages(main, events, async (pages, folder) => {
    const measured = [...Object.entries(pages), ['empty', empty.url], ...others.map((url) => [url, url])]
    const reports = new Map<string, Report[]>(measured.map(([name = '']) => [name, []]))
    for (const [, url = ''] of measured) await fetch(url)
    for (let run = 0; run < runs; run++) {
      for (const [name = '', url = ''] of measured) reports.get(name)?.push(await lighthouse(url, folder, chromePath))
    }
    for (const [name, ofPage] of reports) report(name, ofPage)
  })
  await empty.end()
}

/** Runs `work` with the addresses of home, list and an event, and a folder for its files. */
export async function withPages(
  main: string,
  events: number,
  work: (pages: { home: string; list: string; event: string }, folder: string) => Promise<void>,
): Promise<void> {
  const { url, dataDir, close } = await openPostgres()
  try {
    const eventId = await fill(url, dataDir, events)
    const server = await startProduct(main, { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    const addressOf = (path: string) => server.url + path
    const pages = {
      home: addressOf(paths.home),
      list: addressOf(paths.discover),
      event: addressOf(paths.event(eventId)),
    }
    try {
      await work(pages, dataDir)
    } finally {
      await server.end()
    }
  } finally {
    await close()
  }
}

/** Adds the events and their pictures; returns the id of a public event with a place that is not over. */
async function fill(url: string, dataDir: string, events: number): Promise<number> {
  const db = openDatabase(url, 2, { longWork: true })
  await addPeople(db)
  await addEvents(db, events, new Date())
  await addPictures(db, readSettings({ DATA_DIR: dataDir }))
  const { id } = await db.one<{ id: number }>(sql`
    SELECT min(id)::int AS id FROM events
    WHERE visibility = 'PUBLIC' AND NOT is_online AND start_date_event > now()`)
  await db.close()
  return id
}

async function installLighthouse() {
  if (existsSync(path.join(installedFolder, 'node_modules'))) return
  await cp(lockFolder, installedFolder, { recursive: true })
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: installedFolder })
}

interface Audit {
  title: string
  score: number | null
  displayValue?: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from audit to audit.
  details?: any
}

/** The parts of Lighthouse's report that are read here. */
interface Report {
  categories: Record<string, { title: string; score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

async function lighthouse(url: string, folder: string, chromePath: string): Promise<Report> {
  const file = path.join(folder, 'lighthouse.json')
  const program = path.join(installedFolder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  const flags = '--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking'
  await run(
    process.execPath,
    [program, url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`],
    { env: { ...process.env, CHROME_PATH: chromePath } },
  )
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

async function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`)
}

/** The score of each run; everything else from the median run. */
function report(name: string, reports: Report[]) {
  const speed = ({ categories }: Report) => Math.round((categories.performance?.score ?? 0) * 100)
  const sorted = reports.toSorted((one, other) => speed(one) - speed(other))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) return
  const { categories, audits } = middle
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
  console.info(`\n${name.padEnd(6)} ${scores.join('  ')}  (runs: ${reports.map(speed).join(', ')})`)
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  console.info(`       ${times.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join('  ')}`)
  const blocking = reports.map(({ audits }) => audits['total-blocking-time']?.displayValue)
  console.info(`       blocking time of each run: ${blocking.join(', ')}`)
  console.info(`       ${['Script', 'Stylesheet', 'Font', 'Image'].map((type) => loaded(audits, type)).join('  ')}`)
  for (const { title, auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const { score = null, displayValue = '', title: what = '' } = audits[id] ?? {}
      if (weight > 0 && score !== null && score < 0.9) console.info(`       ${title}: ${what} ${displayValue}`)
    }
  }
}

/** Number and transferred kB of the files of one type. */
function loaded(audits: Record<string, Audit>, type: string): string {
  const requests: { resourceType: string; transferSize: number }[] = audits['network-requests']?.details?.items ?? []
  const files = requests.filter(({ resourceType }) => resourceType === type)
  const bytes = files.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return `${type} ${(bytes / 1_000).toFixed(1)} kB in ${files.length}`
}
