import { Send } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { ZodError } from 'zod'
import { fromInput } from '#contract/date-input.ts'
import { dayAndTime, dayInBangkok, startOfDayInBangkok, toInput } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import {
  type Audience,
  audienceLabels,
  audiences,
  MessageText,
  messageLimits,
  messageMarks,
  NewMessage,
  type NewMessageInput,
  type Reach,
  sendMessage,
} from '#contract/tickets/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/messages.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { forgetSaved, readSaved, saveValue, type ValueKey } from '#web/lib/storage/saved-values.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { DateTimeInput, Select, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { PreviewButton } from './message-preview.tsx'

/** When a message leaves, as the form offers it. */
const times = {
  now: { label: m.now, timing: 'now' },
  day_before: { label: m.dayBefore, timing: 'before_start', minutes_before: 24 * 60 },
  hour_before: { label: m.hourBefore, timing: 'before_start', minutes_before: 60 },
  day_after: { label: m.dayAfter, timing: 'day_after' },
  at: { label: m.atDateAndTime, timing: 'at' },
} as const

type Time = keyof typeof times

interface Values {
  audience: Audience
  subject: string
  text: string
  photos_url: string
  time: Time
  at: string
}

/** What a form begins with: to whom, and whether it is a thank-you after the event. */
export interface Beginning {
  audience: Audience
  applications: number[]
  isThanks: boolean
}

interface WriteMessageProps {
  /** Whose message it is. */
  userId: number
  event: Event
  reach: Reach
  beginning: Beginning
  /** Called once the server has it. */
  onSent: () => Promise<unknown>
  onCancel: () => void
}

const thanks = {
  subject: m.thanksSubject,
  text: m.thanksText,
}

/** Members of a team may share a browser. */
export const draftKey = (userId: number, eventId: number, isThanks: boolean): ValueKey =>
  `message-drafts/${userId}/${eventId}${isThanks ? '/thanks' : ''}`

export function WriteMessage({ userId, event, reach, beginning, onSent, onCancel }: WriteMessageProps) {
  const { audience, applications, isThanks } = beginning
  const form = useForm<Values>({
    defaultValues: {
      audience,
      subject: '',
      text: '',
      photos_url: '',
      time: 'now',
      at: '',
      ...(isThanks ? thanks : {}),
    },
  })
  const { register, formState, watch, handleSubmit } = form
  const values = watch()
  const [asked, setAsked] = useState<NewMessage | null>(null)
  const { run, busy } = useAction()
  const key = draftKey(userId, event.id, isThanks)
  const unanswered = useSavedMessage(key, event, form, audience)
  const params = { eventId: event.id }
  const people = reach[values.audience]
  const errorOf = (field: keyof Values) => formState.errors[field]?.message

  function handleAsk(typed: Values) {
    const checked = NewMessage.safeParse(bodyOf(typed))
    if (checked.success) setAsked(sameAgain(checked.data, unanswered.current))
    else showProblems(checked.error)
  }

  /** Null, with the problems at their fields, if it cannot be sent. */
  function checkText(): MessageText | null {
    const { subject, text, photos_url } = form.getValues()
    const checked = MessageText.safeParse({ subject, text, photos_url })
    if (checked.success) return checked.data
    showProblems(checked.error)
    return null
  }

  function showProblems({ issues }: Pick<ZodError, 'issues'>) {
    for (const { path, message } of [...issues].reverse()) {
      form.setError(path[0] as keyof Values, { message }, { shouldFocus: true })
    }
  }

  function refuse(error: unknown, failure: string) {
    showRefusal(form, error, {
      fields: ['subject', 'text', 'at'],
      fieldsSuffice: true,
      notice: messageOf(error, failure),
    })
  }

  function bodyOf({ time, at, subject, text, photos_url, audience: to }: Values): NewMessageInput {
    const { label: _, ...timing } = times[time]
    const fixed = fromInput(at)
    return {
      client_key: newId(),
      audience: to,
      applications: to === 'chosen' ? applications : [],
      subject,
      text,
      photos_url,
      ...timing,
      at: time === 'at' && fixed !== '' ? fixed : null,
    }
  }

  async function handleSend() {
    if (asked === null) return
    unanswered.current = asked
    void saveValue(key, { ...form.getValues(), began: audience, unanswered: asked } satisfies Saved)
    const isSent = await run(
      () => call(sendMessage, { params, body: asked }),
      (error) => {
        setAsked(null)
        refuse(error, m.notSent)
      },
    )
    if (!isSent) return
    setAsked(null)
    void forgetSaved(key)
    notify.success(asked.timing === 'now' ? m.onItsWay : m.willLeave)
    await onSent()
  }

  const offered = audiences.filter((each) => each !== 'chosen' || applications.length > 0)
  return (
    <form noValidate onSubmit={handleSubmit(handleAsk)} className="flex flex-col gap-5">
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field label={m.to} hint={m.toHint} error={errorOf('audience')}>
          {(control) => (
            <Select
              {...control}
              {...register('audience', {
                validate: (to, { time }) => time !== 'now' || reach[to] > 0 || m.nobodyNow,
              })}
              options={offered.map((value) => ({ value, label: labelOf(value, reach[value]) }))}
            />
          )}
        </Field>
        <Field label={m.when} hint={hintOf(values, event)}>
          {(control) => (
            <Select
              {...control}
              {...register('time', { deps: 'audience' })}
              options={timesFor(event).map((value) => ({ value, label: times[value].label }))}
            />
          )}
        </Field>
        {values.time === 'at' ? (
          <Field label={m.dateAndTime} hint={m.zone} error={errorOf('at')} className="sm:col-start-2">
            {(control) => <DateTimeInput {...control} {...register('at')} min={toInput(new Date().toISOString())} />}
          </Field>
        ) : null}
      </div>
      <Field
        label={m.subject}
        error={errorOf('subject')}
        count={{ used: values.subject.length, max: messageLimits.subject }}
        required
      >
        {(control) => <TextInput {...control} {...register('subject')} />}
      </Field>
      <Field
        label={m.message}
        hint={fill(m.messageHint, { marks: messageMarks.join(', ') })}
        error={errorOf('text')}
        count={{ used: values.text.length, max: messageLimits.text }}
        required
      >
        {(control) => <TextArea {...control} {...register('text')} rows={8} />}
      </Field>
      {isThanks || values.photos_url ? (
        <Field label={m.photos} hint={m.photosHint} error={errorOf('photos_url')}>
          {(control) => (
            <TextInput {...control} {...register('photos_url')} type="url" inputMode="url" placeholder="https://" />
          )}
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
        <Button variant="quiet" className="mr-auto" onClick={onCancel}>
          {common.discard}
        </Button>
        <PreviewButton eventId={event.id} check={checkText} onRefused={refuse} />
        <SubmitButton className="max-sm:w-full">
          <Icon icon={Send} />
          {values.time === 'now' ? common.send : m.schedule}
        </SubmitButton>
      </div>
      <ConfirmDialog
        danger={false}
        open={asked !== null}
        title={asked?.timing === 'now' ? counted(people, m.sendAsk_one, m.sendAsk_other) : m.scheduleAsk}
        confirmLabel={asked?.timing === 'now' ? common.send : m.schedule}
        keepLabel={common.cancel}
        busy={busy && common.sending}
        onConfirm={handleSend}
        onClose={() => setAsked(null)}
      >
        <p>{asked?.timing === 'now' ? m.leavesAtOnce : `${hintOf(values, event)} ${m.stopUntilThen}`}</p>
      </ConfirmDialog>
    </form>
  )
}

function labelOf(audience: Audience, people: number): string {
  return `${audienceLabels[audience]} (${formatNumber(people)})`
}

function timesFor({ status }: Pick<Event, 'status'>): Time[] {
  const all = Object.keys(times) as Time[]
  return status === 'UPCOMING' ? all : all.filter((time) => times[time].timing !== 'before_start')
}

function hintOf({ time, at }: Values, event: Event): string | undefined {
  const leaves = leavesAt(time, at, event)
  if (leaves === '') return
  return fill(time === 'at' ? m.leavesOn : m.leavesOnMoving, { when: dayAndTime(leaves) })
}

/** When a message would leave; '' if now, or until a date and time are entered. */
function leavesAt(time: Time, at: string, { start_date_event, end_date_event }: Event): string {
  const chosen = times[time]
  if (chosen.timing === 'now') return ''
  if (chosen.timing === 'at') return fromInput(at)
  const instant =
    chosen.timing === 'before_start'
      ? Date.parse(start_date_event) - chosen.minutes_before * 60_000
      : startOfDayInBangkok(dayInBangkok(new Date(end_date_event))).getTime() + 34 * 3_600_000
  return new Date(instant).toISOString()
}

/** `began` is the audience with which the form was opened, `unanswered` the message last sent without an answer. */
type Saved = Partial<Values> & { began?: Audience; unanswered?: NewMessage | undefined }

/** The unanswered message if nothing in it has changed: it may have arrived, and its key keeps it from leaving twice. */
export function sameAgain(message: NewMessage, unanswered: NewMessage | undefined): NewMessage {
  const isSame =
    unanswered && JSON.stringify({ ...message, client_key: unanswered.client_key }) === JSON.stringify(unanswered)
  return isSame ? unanswered : message
}

/** The saved values to restore: the audience only if the form was opened with the same one, the time only if it is still offered. */
export function refilled(
  { began, audience, time, unanswered: _, ...typed }: Saved,
  beginning: Audience,
  event: Pick<Event, 'status'>,
): Partial<Values> {
  return {
    ...typed,
    ...(audience && began === beginning && began !== 'chosen' ? { audience } : {}),
    ...(time && timesFor(event).includes(time) ? { time } : {}),
  }
}

/** Keeps what is typed and chosen in this browser until it is sent. */
function useSavedMessage(key: ValueKey, event: Event, form: UseFormReturn<Values>, began: Audience) {
  const { watch, setValue } = form
  const unanswered = useRef<NewMessage>(undefined)
  useEffect(() => {
    void readSaved<Saved>(key).then((saved) => {
      if (saved === undefined || form.formState.isDirty) return
      unanswered.current = saved.unanswered
      for (const [field, value] of Object.entries(refilled(saved, began, event))) {
        setValue(field as keyof Values, value)
      }
    })
  }, [key, began, event, setValue, form.formState.isDirty])
  useEffect(() => {
    const { unsubscribe } = watch((values) => void saveValue(key, { ...values, began, unanswered: unanswered.current }))
    return unsubscribe
  }, [key, began, watch])
  return unanswered
}
