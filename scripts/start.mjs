import { buildIfChanged } from './build.mjs'
import { install } from './install.mjs'
import { root, stopWithNpm } from './run.mjs'

// Relative folders in settings start from the package's folder, wherever the program is started.
process.chdir(root)
stopWithNpm()
if (!(await install()) || !(await buildIfChanged())) process.exit(1)

process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
// The server runs in this process, so that signals reach it directly.
await import('../build/main.js')
