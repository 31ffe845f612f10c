import './node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './alone.mjs'
import { npm, root } from './run.mjs'

/** Installs the packages of package-lock.json unless exactly these are installed. Returns whether they are installed
 *  now. */
export async function install() {
  return isInstalled() || alone('install', installUnlessDone)
}

async function installUnlessDone() {
  if (isInstalled()) return true
  console.info('Installing packages, once ...')
  // With NODE_ENV=production npm would omit packages that the build needs.
  const { code } = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code !== 0) console.error('The packages could not be installed; see the messages above.')
  return code === 0
}

/** npm records the installed packages in a file of its own, which it writes last, so a killed install counts as
 *  none. */
function isInstalled() {
  const wanted = packages('package-lock.json')
  const present = packages(join('node_modules', '.package-lock.json'))
  if (present === null) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = present[path]
    return found === undefined ? !isForThisMachine(entry) : found.version === entry.version
  })
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Whether a package is for this machine: binaries for others are optional, and not installed. */
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true
  if (!os && !cpu) return false
  return !libc && (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
}
