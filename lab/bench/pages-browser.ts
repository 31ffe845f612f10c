/** How the home page, the list and an event's page do on a phone, as Lighthouse measures it. */
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
import { addPictures } from './pages-pictures.ts'

const lockFolder = path.join(import.meta.dirname, 'lighthouse')
const installedFolder = path.join(root, '.cache', 'lighthouse')

/** Prints for each page the scores of Lighthouse for a phone, what keeps them from 100, and what the page loads. `main` runs on
 *  `events` events with pictures. Lighthouse is installed on the first run. */
export async function measureInBrowser(main: string, events: number): Promise<void> {
  await installLighthouse()
  const chromePath = process.env.CHROME_PATH ?? (await findChromium())
  const { url, dataDir, close } = await openPostgres()
  try {
    const eventId = await fill(url, dataDir, events)
    const server = await startProduct(main, { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
    try {
      for (const [name, page] of [
        ['home', paths.home],
        ['list', paths.discover],
        ['event', paths.event(eventId)],
      ]) {
        report(String(name), await lighthouse(`${server.url}${page}`, dataDir, chromePath))
      }
    } finally {
      await server.end()
    }
  } finally {
    await close()
  }
}

/** Adds the events and their pictures; returns the id of a public event that takes place somewhere and is not over. */
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

function report(name: string, { categories, audits }: Report) {
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
  console.info(`\n${name.padEnd(6)} ${scores.join('  ')}`)
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  console.info(`       ${times.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join('  ')}`)
  console.info(`       ${['Script', 'Stylesheet', 'Font', 'Image'].map((type) => loaded(audits, type)).join('  ')}`)
  console.info(`       render-blocking: ${audits['render-blocking-resources']?.details?.items?.length ?? 0}`)
  for (const { title, auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const { score = null, displayValue = '', title: what = '' } = audits[id] ?? {}
      if (weight > 0 && score !== null && score < 0.9) console.info(`       ${title}: ${what} ${displayValue}`)
    }
  }
}

/** Number and kB of the files of one type, as they came over the network. */
function loaded(audits: Record<string, Audit>, type: string): string {
  const requests: { resourceType: string; transferSize: number }[] = audits['network-requests']?.details?.items ?? []
  const files = requests.filter(({ resourceType }) => resourceType === type)
  const bytes = files.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return `${type} ${(bytes / 1_000).toFixed(1)} kB in ${files.length}`
}
