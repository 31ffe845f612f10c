import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { alone } from './alone.mjs'
import { install } from './install.mjs'
import { root, run } from './run.mjs'

const sources = [
  'contract',
  'messages',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'scripts/bundling',
  'scripts/build.mjs',
  'tsconfig.json',
  'vite.config.ts',
]
const stamp = join(root, 'build', 'sources.sha256')

/** Builds the pages and the server into `build/` unless they were built from exactly these sources. */
export async function buildIfChanged() {
  return isBuilt() || alone('build', async () => isBuilt() || build())
}

function isBuilt() {
  return readIfThere(stamp) === hashOfSources()
}

async function build() {
  console.info('Building ...')
  const hash = hashOfSources()
  rmSync(stamp, { force: true })
  const built = await Promise.all([buildPages('en'), buildPages('th')])
  if (!built.every(Boolean)) return false
  // Names are content hashes, so both languages share one folder.
  cpSync(join(root, 'build/th/client/assets'), join(root, 'build/client/assets'), { recursive: true })
  rmSync(join(root, 'build/th/client'), { recursive: true })
  await Promise.all([bundle(), bundleWorker()])
  // The hash is written last, so that a killed build counts as none.
  writeFileSync(stamp, hash)
  return true
}

/** `language` is one of contract/language/languages.ts. */
async function buildPages(language) {
  const program = join(root, 'node_modules', '@react-router', 'dev', 'bin.js')
  const { code, text } = await run(process.execPath, [program, 'build'], {
    env: { NODE_ENV: 'production', VITE_LANGUAGE: language },
    output: 'text',
  })
  if (code !== 0) console.error(`${text}\nThe pages could not be built.`)
  return code === 0
}

/** `markdown`, `codes` and `passes` are worker threads of the other programs. */
export const programs = {
  main: 'server/main.ts',
  admin: 'server/admin/main.ts',
  markdown: 'server/lib/markdown/thread.ts',
  codes: 'server/lib/codes/thread.ts',
  passes: 'server/lib/wallets/thread.ts',
}

/** Bundles each program of the server into `<folder>/<name>.js`. */
export async function bundle(sourceOf = programs, folder = 'build') {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: sourceOf,
    outdir: folder,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // Node keeps the maps in memory; with the sources in them a server takes 20 MB more.
    sourcesContent: false,
    logLevel: 'warning',
  })
}

/** Vitest runs this once before the tests that start programs. */
export const setup = () =>
  bundle({ ...programs, 'postgres-process': 'server/testing/postgres-process.ts' }, '.cache/programs')

/** Bundles the service worker into one file at the root, because a worker serves only addresses below its own. */
async function bundleWorker() {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/worker/worker.ts'],
    outfile: 'build/client/sw.js',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/** The hash covers contents, because a clone or a change of branch touches every file's date. Reading all files
 *  takes about ten milliseconds. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, source)
  return hash.digest('hex')
}

function addToHash(hash, path) {
  if (/\.test\.tsx?$/.test(path)) return
  const content = readIfThere(join(root, path))
  if (content !== null) {
    hash.update(`${path}\n${content.length}\n`).update(content)
    return
  }
  let names = []
  try {
    names = readdirSync(join(root, path)).sort()
  } catch {
    // A missing source counts as an empty one.
  }
  for (const name of names) addToHash(hash, `${path}/${name}`)
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] || '').href) {
  const done = (await install()) && (await alone('build', build))
  process.exit(done ? 0 : 1)
}
