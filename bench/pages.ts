/** Measures how fast visitors are answered: `npm run bench:pages`. The product must be built. */
import { measureRequests } from './pages/requests.ts'

await measureRequests()
