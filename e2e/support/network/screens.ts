import { type Failure, unexpected } from './failure.ts'
import { accountScreens } from './screens/accounts.ts'
import { eventScreens } from './screens/events.ts'
import { organizingScreens } from './screens/organizing.ts'
import { ticketScreens } from './screens/tickets.ts'

/** Every call that a screen makes, by its module below web/pages, and what the reader sees where it fails
 *  (specification, section 8). */
export const screens: Record<string, Record<string, Failure>> = {
  ...eventScreens,
  ...accountScreens,
  ...organizingScreens,
  ...ticketScreens,
  'information/information-page': { showInformation: unexpected },
}
