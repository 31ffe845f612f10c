import { useState } from 'react'
import { clockTime, dayDate } from '#contract/dates.ts'
import { answerInWords } from '#contract/questions/answers.ts'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { useNow } from '#web/lib/clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { ChangeAnswers } from './change-answers.tsx'

interface TicketAnswersProps {
  ticket: SignedTicket
  /** Shown from memory, without a network. */
  isStale: boolean
}

/** What the applicant has answered, on the ticket's pages, for them and for the event's owner; nothing where nothing was
 *  asked. */
export function TicketAnswers({ ticket, isStale }: TicketAnswersProps) {
  const now = useNow()
  const [changing, setChanging] = useState(false)
  const { answers } = ticket
  if (answers === undefined) return null

  const { given, questions, change_until: until } = answers
  const isOver = until === null || now === null || now >= Date.parse(until) || ticket.status === 'CANCELLED'
  const mayChange = !isOver && !isStale && questions.length > 0
  const unanswered = questions.filter(({ id }) => !given.some(({ question_id }) => question_id === id))
  return (
    <section aria-labelledby="answers" className="mt-6 print:hidden">
      <Card className="flex flex-col gap-4 p-6 sm:p-8">
        <h2 id="answers" className="text-lg">
          {until === null ? 'Answers' : 'Your Answers'}
        </h2>
        <dl className="flex flex-col gap-4">
          {given.map((answer) => (
            <div key={answer.question_id} className="min-w-0">
              <dt className="text-sm break-words text-ink-soft">{answer.question}</dt>
              <dd className="font-medium break-words whitespace-pre-line">{answerInWords(answer, 'Yes')}</dd>
            </div>
          ))}
          {unanswered.map(({ id, text }) => (
            <div key={id} className="min-w-0">
              <dt className="text-sm break-words text-ink-soft">{text}</dt>
              <dd>Not answered</dd>
            </div>
          ))}
        </dl>
        {mayChange ? (
          <div className="flex flex-col items-start gap-2">
            <Button variant="secondary" onClick={() => setChanging(true)}>
              Change Answers
            </Button>
            <p className="figures text-sm text-ink-soft">
              You can change them until {dayDate(until)}, {clockTime(until)}.
            </p>
          </div>
        ) : null}
      </Card>
      {mayChange ? (
        <ChangeAnswers open={changing} ticketId={ticket.id} answers={answers} onClose={() => setChanging(false)} />
      ) : null}
    </section>
  )
}
