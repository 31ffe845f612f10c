import { bundle, programs } from './build.mjs'
import { install } from './install.mjs'
import { root } from './run.mjs'

// Relative folders in settings start from the package's folder, wherever the program is started.
process.chdir(root)
if (!(await install())) process.exit(1)
// Only this program is built, not the pages: a running server may be serving those in `build/`.
await bundle({ admin: programs.admin })

process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
await import('../build/admin.js')
