import { join } from 'node:path'
import { root, run } from './run.mjs'

/** Checks who imports whom. Fails where no module was read too: a parser that does not fit says "no violations" then. */
const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts']
const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
// The long report says where the code should go instead.
const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long']
const { code, text } = await run(process.execPath, [program, ...options, ...folders], { output: 'text' })
process.stdout.write(text)
const modules = Number((/(\d+) modules/.exec(text) || [])[1] || 0)
if (modules === 0) console.error('No module was read, so nothing was checked.')
process.exit(code !== 0 || modules === 0 ? 1 : 0)
