import type { Call } from '#contract/endpoint.ts'
import type * as schemas from './codes.schemas.ts'

export type { CheckedCode } from './codes.schemas.ts'

/** A code of another event is `code_not_found` like one that does not exist. */
export const checkCode: Call<typeof schemas.checkCodeSchema> = {
  method: 'POST',
  url: '/api/events/:eventId/codes/check',
  config: { access: 'visitor', limit: 'code' },
}
