import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { PathId } from '#contract/fields.ts'
import { Answers, AskedWords } from '#contract/questions/questions.ts'
import { SignedTicket } from './tickets.ts'

/** Puts these answers in the place of the applicant's own, until registration closes: `registration_closed` after that, and
 *  `ticket_not_active` where the application has ended. They answer the event's questions of today, all together, and are
 *  refused as an application's are (`answers_invalid`), also where one was `asked` in other words. Answers to questions that are not asked any more stay. */
export const changeAnswers = {
  method: 'PATCH',
  url: '/api/tickets/:ticketId/answers',
  schema: {
    summary: "Change one's own answers to an event's questions",
    params: z.object({ ticketId: PathId }),
    body: z.object({ answers: Answers, asked: AskedWords.default({}) }),
    refusals: ['ticket_not_found', 'ticket_not_active', 'registration_closed', 'answers_invalid'],
    response: { 200: SignedTicket },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint
