import { buildIfChanged } from './build.mjs'
import { install } from './install.mjs'
import { root, stopWithNpm } from './run.mjs'

// Relative folders in settings mean the package's folder, from wherever the program is started.
process.chdir(root)
stopWithNpm()
if (!(await install()) || !(await buildIfChanged())) process.exit(1)

process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
// In this same process, so that signals reach the server itself.
await import('../build/main.js')
