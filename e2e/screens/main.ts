/** Takes pictures of every screen, on a phone and a laptop, in light and dark: `npm run screenshots`. */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, request } from '@playwright/test'
import { startMapService } from '../support/map-service.ts'
import { startProduct } from '../support/product.ts'
import { attendeeScreens } from './attendees.ts'
import { doorScreens } from './door.ts'
import { fill } from './fixtures.ts'
import { organizerScreens } from './organizers.ts'
import type { Screen } from './screen.ts'
import { sheetOf, type Taken } from './sheet.ts'
import { shoot } from './shoot.ts'
import { emptyProduct, visitorScreens } from './visitors.ts'

const folder = path.resolve('screenshots')
const atOnce = 2
const timeLimitMs = 8 * 60_000
/** Parts of the names of the wanted screens; all screens if empty. */
const wanted = process.argv.slice(2)

const started = Date.now()
const map = await startMapService()
const product = await startProduct(map.settings)
const executablePath = process.env.PLAYWRIGHT_CHROMIUM
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  const taken = await takeAll(browser, emptyProduct)
  const api = await request.newContext({ baseURL: product.address })
  const fixtures = await fill(api)
  const screens = [visitorScreens, attendeeScreens, organizerScreens, doorScreens].flatMap((screensOf) =>
    screensOf(fixtures),
  )
  taken.push(...(await takeAll(browser, screens)))
  await api.dispose()
  await writeFile(path.join(folder, 'index.html'), sheetOf(taken))
  const seconds = Math.round((Date.now() - started) / 1000)
  console.info(`${taken.length} screens in ${seconds} seconds: ${path.join(folder, 'index.html')}`)
  const troubles = taken.filter(({ trouble }) => trouble)
  for (const { screen, trouble } of troubles) console.error(`${screen.name}: ${trouble}`)
  process.exitCode = troubles.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await product.stop()
  map.stop()
}

/** Returns the pictures in the given order. The sheet lists screens that failed. */
async function takeAll(browser: Browser, all: Screen[]): Promise<Taken[]> {
  const screens = all.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  const taken: Taken[] = []
  const left = screens.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [place, screen] of left) taken[place] = await take(browser, screen)
    }),
  )
  return taken
}

async function take(browser: Browser, screen: Screen): Promise<Taken> {
  if (Date.now() - started > timeLimitMs) return { screen, shots: [], trouble: 'There was no time left.' }
  try {
    return { screen, shots: await shoot(browser, product.address, screen, folder), trouble: '' }
  } catch (error) {
    return { screen, shots: [], trouble: String(error).split('\n')[0] ?? '' }
  }
}
