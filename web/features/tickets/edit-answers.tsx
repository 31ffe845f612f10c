import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dayAndTime } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { answerText, readAnswers } from '#contract/questions/answers.ts'
import type { TicketAnswers as AnswersOfTicket, Question } from '#contract/questions/questions.ts'
import { changeAnswers, type SignedTicket } from '#contract/tickets/tickets.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-answers.json'
import { isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { AnswerFields, type TypedAnswer, useAnswers } from './questions.tsx'

interface ChangeAnswersProps {
  open: boolean
  ticketId: number
  answers: AnswersOfTicket
  onClose: () => void
}

/** Changes the applicant's answers. They stay as typed if the call fails. */
function ChangeAnswers({ open, ticketId, answers: { given, questions }, onClose }: ChangeAnswersProps) {
  const answers = useAnswers(questions)
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const { replace } = answers

  // Reset when the dialog opens only: a reload of the page's data must not discard what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts.
  useEffect(() => {
    if (open) replace(answersTo(questions, given))
  }, [open])

  async function handleSave() {
    const typed = answers.check()
    if (typed === null) return
    await run(
      async () => {
        await call(changeAnswers, { params: { ticketId }, body: typed })
        notify.success(m.answersChanged)
        onClose()
        await revalidate()
      },
      async (error) => {
        notify.failure(messageOf(error, m.answersNotChanged))
        // The questions may have changed, or registration has closed.
        if (!isOutcomeUnknown(error)) await revalidate()
      },
    )
  }

  return (
    <Dialog
      open={open}
      title={m.changeYourAnswers}
      onClose={onClose}
      hasCancel
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {common.discard}
          </Button>
          <Button onClick={handleSave} busy={busy && common.saving}>
            {m.saveAnswers}
          </Button>
        </>
      }
    >
      <AnswerFields questions={questions} answers={answers} />
    </Dialog>
  )
}

/** The earlier answers that fit the current questions. */
function answersTo(questions: readonly Question[], given: AnswersOfTicket['given']): Record<string, TypedAnswer> {
  const before = new Map(given.map(({ question_id, answer }) => [question_id, answer]))
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = before.get(question.id)
      const fits = readAnswers([question], { [question.id]: answer }).problems.length === 0
      return answer === undefined || !fits ? [] : [[question.id, { answer, asked: question.text }]]
    }),
  )
}

interface TicketAnswersProps {
  ticket: SignedTicket
  /** Shown from saved data, without a network. */
  isStale: boolean
}

/** The applicant's answers, for them and the event's owner; nothing if the event asked no questions. */
export function TicketAnswers({ ticket, isStale }: TicketAnswersProps) {
  const now = useNow()
  const [changing, setChanging] = useState(false)
  const { answers } = ticket
  if (answers === undefined) return null

  const { questions, change_until: until } = answers
  const isOver = until === null || now === null || now >= Date.parse(until) || ticket.status === 'CANCELLED'
  const mayChange = !isOver && !isStale && questions.length > 0
  return (
    <section aria-labelledby="answers" className="mt-6 print:hidden">
      <Card className="flex flex-col gap-4 p-6 sm:p-8">
        <h2 id="answers" className="text-lg">
          {until === null ? m.answers : m.yourAnswers}
        </h2>
        <dl className="flex flex-col gap-4">
          {answerRows(answers).map(({ id, text, answer }) => (
            <div key={id} className="min-w-0">
              <dt className="text-sm break-words text-ink-soft">{text}</dt>
              {answer ? (
                <dd className="font-medium break-words whitespace-pre-line">{answerText(answer, common.yes)}</dd>
              ) : (
                <dd>{m.notAnswered}</dd>
              )}
            </div>
          ))}
        </dl>
        {mayChange ? (
          <div className="flex flex-col items-start gap-2">
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {m.changeAnswers}
            </Button>
            <p className="figures text-sm text-ink-soft">{fill(m.changeUntil, { date: dayAndTime(until) })}</p>
          </div>
        ) : null}
      </Card>
      {/* An open dialog stays, with what was typed: the server says at Save that it is too late. */}
      {mayChange || changing ? (
        <ChangeAnswers open={changing} ticketId={ticket.id} answers={answers} onClose={() => setChanging(false)} />
      ) : null}
    </section>
  )
}

/** One for each question, in their order, then the answers to questions that were removed. */
export function answerRows({ given, questions }: Pick<AnswersOfTicket, 'given' | 'questions'>) {
  const answerTo = (id: string) => given.find(({ question_id }) => question_id === id)
  const isAsked = (id: string) => questions.some((question) => question.id === id)
  return [
    ...questions.map(({ id, text }) => ({ id, text: answerTo(id)?.question ?? text, answer: answerTo(id) })),
    ...given.flatMap((answer) =>
      isAsked(answer.question_id) ? [] : [{ id: answer.question_id, text: answer.question, answer }],
    ),
  ]
}
