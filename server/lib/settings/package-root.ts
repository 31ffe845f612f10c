import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, whether this file runs in server/lib or bundled in build/main.js. Looked for once, because a running
 *  server's folder may be removed by an update. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('No package.json was found above the server.')
  return findRoot(dirname(folder))
}
