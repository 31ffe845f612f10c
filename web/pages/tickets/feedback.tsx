import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dayDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { giveFeedback, longestFeedback, showFeedback, starLabels } from '#contract/tickets/feedback.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-feedback.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { LinkProblem } from '#web/pages/layout/link-problem.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import type { Route } from './+types/feedback.ts'

const title = m.howWasIt

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, title)

/** Must be read-only: mail scanners open links before people do. The page saves the answer in its address once it is shown. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(showFeedback, { params })

export function HydrateFallback() {
  return <AuthPanel title={title} loading />
}

export default function FeedbackPage({ loaderData, params }: Route.ComponentProps) {
  const [given, setGiven] = useState(loaderData)
  const [sentence, setSentence] = useState(loaderData.sentence)
  const [saved, setSaved] = useState('')
  const [problem, setProblem] = useState('')
  const { run, busy } = useAction()

  function save(body: { stars: number; sentence?: string }, thanks: string) {
    return run(
      async () => {
        setProblem('')
        setSaved('')
        setGiven(await call(giveFeedback, { params, body }))
        setSaved(thanks)
      },
      (error) => setProblem(messageOf(error, m.answerNotSaved)),
    )
  }

  const choose = (stars: number) => save({ stars }, m.answerSaved)
  useChosenInMail(choose)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (given.stars !== null) save({ stars: given.stars, sentence }, m.sentenceSaved)
  }

  const { event_name, organizer_name, start_date_event, stars } = given
  return (
    <AuthPanel title={title} subtitle={fill(m.eventOnDay, { event: event_name, day: dayDate(start_date_event) })}>
      <fieldset className="grid grid-cols-5 gap-2">
        <legend className="sr-only">{m.oneToFive}</legend>
        {starLabels.map((label, place) => (
          <button
            key={label}
            type="button"
            aria-pressed={stars === place + 1}
            aria-disabled={busy ? true : undefined}
            onClick={() => choose(place + 1)}
            className={classes(
              'flex min-h-18 flex-col items-center justify-start gap-1 rounded-md border px-1 py-2 text-center text-sm leading-tight transition aria-disabled:opacity-60',
              stars === place + 1
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line usable:hover:border-accent',
            )}
          >
            <span className="figures text-xl font-semibold">{place + 1}</span>
            {label}
          </button>
        ))}
      </fieldset>
      {problem ? <Message kind="failure">{problem}</Message> : null}
      {saved ? <Message kind="success">{saved}</Message> : null}
      {stars === null ? null : (
        <form onSubmit={handleSubmit} className="flex flex-col gap-4">
          <Field
            label={m.anythingToAdd}
            hint={fill(m.sentenceHint, { organizer: organizer_name })}
            count={{ used: sentence.length, max: longestFeedback }}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={longestFeedback}
                value={sentence}
                onChange={({ target }) => setSentence(target.value)}
              />
            )}
          </Field>
          <SubmitButton variant="secondary" wide busy={busy && common.saving}>
            {common.send}
          </SubmitButton>
        </form>
      )}
    </AuthPanel>
  )
}

/** Saves the answer tapped in the mail (`?stars=4`), once. A page loaded ahead of time waits until it is shown. */
function useChosenInMail(choose: (stars: number) => void) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isDone = useRef(false)
  useEffect(() => {
    function saveChosen() {
      const stars = Number(new URLSearchParams(search).get('stars'))
      if (document.visibilityState !== 'visible' || isDone.current || !(stars >= 1 && stars <= 5)) return
      isDone.current = true
      choose(stars)
      // Loaded again, the page must not undo a later choice.
      navigate(pathname, { replace: true })
    }
    saveChosen()
    document.addEventListener('visibilitychange', saveChosen)
    return () => document.removeEventListener('visibilitychange', saveChosen)
  })
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LinkProblem error={error} title={title} invalid={errors.feedback_link_invalid.message}>
      <ButtonLink to={paths.home}>{common.goHome}</ButtonLink>
    </LinkProblem>
  )
}
