import { readAnswers } from '#contract/questions/answers.ts'
import type { Answers, AskedWords } from '#contract/questions/questions.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { lockAnswered, updateAnswers } from '#server/features/tickets/held/answers.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { show } from './tickets.service.ts'

/** Puts these answers in the place of the user's own, until registration closes. Answers to questions that are not asked any
 *  more stay behind them. Throws `ticket_not_found` for whoever is not the applicant. */
export async function changeAnswers(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { answers: given, asked: words }: { answers: Answers; asked: AskedWords },
): Promise<SignedTicket> {
  await ctx.db.transaction(async (tx) => {
    const before = await lockAnswered(tx, id, user.id)
    if (before === null) throw new AppError('ticket_not_found')
    if (before.status === 'CANCELLED') throw new AppError('ticket_not_active')
    if (ctx.now().getTime() >= Date.parse(before.end_date_register)) throw new AppError('registration_closed')
    const { answers, problems } = readAnswers(before.questions, given, words)
    if (problems.length > 0) throw new AppError('answers_invalid', { problems })
    const asked = new Set(before.questions.map((question) => question.id))
    const former = before.answers.filter(({ question_id }) => !asked.has(question_id))
    await updateAnswers(tx, id, [...answers, ...former])
  })
  return show(ctx, user, id)
}
