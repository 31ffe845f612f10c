import { existsSync } from 'node:fs'
import { run } from './run.mjs'

const threeMinutes = 180_000
// The headless shell needs a third less CPU; older distributions have only the full browser.
const debianPackages = ['chromium-headless-shell', 'chromium']
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The environment with which Playwright finds a Chromium: empty for its own, otherwise the path of an installed
 *  one, which is installed first if there is none. Throws one sentence if nothing helps. */
export async function browserSettings() {
  const given = process.env.PLAYWRIGHT_CHROMIUM
  if (given) {
    if (existsSync(given)) return {}
    throw new Error(`PLAYWRIGHT_CHROMIUM names ${given}, but there is no such program.`)
  }
  return (await installed()) || (await download()) || (await installFromDebian()) || fail()
}

async function installed() {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return {}
  const path = places.find((place) => existsSync(place))
  return path ? { PLAYWRIGHT_CHROMIUM: path } : null
}

async function download() {
  console.info('Downloading a browser, once ...')
  const { code } = await run('npx', ['playwright', 'install', 'chromium'], {
    output: 'ignore',
    timeoutMs: threeMinutes,
  })
  return code === 0 ? installed() : null
}

async function installFromDebian() {
  if (!existsSync('/etc/debian_version') || process.getuid() !== 0) return null
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, output: 'ignore' }
  await run('apt-get', ['update'], options)
  for (const name of debianPackages) {
    console.info(`Installing ${name} from the distribution ...`)
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    if (code === 0) return installed()
  }
  return null
}

function fail() {
  throw new Error('There is no Chromium to run the journeys in; install one, or set PLAYWRIGHT_CHROMIUM to its path.')
}
