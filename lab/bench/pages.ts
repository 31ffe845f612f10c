/** Measures how fast visitors are answered, and how the pages do in a phone's browser: `npm run bench:pages`. The product
 *  must be built. */
import { measureInBrowser } from './pages/browser.ts'
import { measureRequests } from './pages/requests.ts'

await measureRequests()
await measureInBrowser()
