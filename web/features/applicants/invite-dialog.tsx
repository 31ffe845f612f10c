import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fromInput } from '#contract/date-input.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { importInvitations, inviteGuests } from '#contract/tickets/invitations.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/invite-people.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { readSession } from '#web/lib/session/session.ts'
import { forgetSaved, readSaved, saveValue, type ValueKey } from '#web/lib/storage/saved-values.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { UploadTable } from '#web/ui/controls/csv-buttons.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { DateTimeInput, Select, TextArea } from '#web/ui/forms/inputs.tsx'

interface InviteDialogProps {
  event: Pick<Event, 'id' | 'ticket_types'>
  open: boolean
  onInvited: () => void
  onClose: () => void
}

/** Invites people by hand or from a CSV file. */
export function InviteDialog({ event, open, onInvited, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} title={m.invitePeople} onClose={onClose}>
      <InviteForm event={event} onInvited={onInvited} />
    </Dialog>
  )
}

interface Typed {
  people: string
  ticket_type_id: string
  claim_by: string
}

function InviteForm({ event, onInvited }: Pick<InviteDialogProps, 'event' | 'onInvited'>) {
  const open = event.ticket_types.filter(({ is_closed }) => !is_closed)
  const { register, handleSubmit, formState, setError, getValues, setValue } = useForm<Typed>({
    defaultValues: { people: '', ticket_type_id: String(open[0]?.id ?? ''), claim_by: '' },
  })
  const [problems, setProblems] = useState<string[]>([])
  const { run, busy } = useAction()
  const params = { eventId: event.id }
  // Whoever has to raise the limit first leaves this dialog, with a long list.
  const key: ValueKey = `message-drafts/${readSession()?.id}/${event.id}/invitations`
  useEffect(() => {
    readSaved<string>(key).then((saved) => {
      if (saved && getValues('people') === '') setValue('people', saved)
    })
  }, [key, getValues, setValue])

  const termsOf = ({ ticket_type_id, claim_by }: Typed) => ({ ticket_type_id, claim_by: fromInput(claim_by) })

  async function invite(send: () => Promise<{ invited: number; known: number }>) {
    setProblems([])
    await run(
      async () => {
        notify.success(doneText(await send()))
        onInvited()
      },
      (error) => {
        const found = error instanceof ApiError ? error.problems : []
        const time = found.find(({ loc }) => loc.includes('claim_by'))
        if (time) return setError('claim_by', { message: time.msg }, { shouldFocus: true })
        if (found.length > 0) return setProblems(found.map(({ loc, msg }) => withLine(loc, msg)))
        return messageOf(error, m.notInvited)
      },
    )
  }

  function handleInvite(typed: Typed) {
    const people = peopleIn(typed.people)
    if (people.length === 0) return setError('people', { message: m.nobodyEntered }, { shouldFocus: true })
    return invite(async () => {
      const done = await call(inviteGuests, { params, body: { people, ...termsOf(typed) } })
      void forgetSaved(key)
      return done
    })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(handleInvite)}>
      <p className="text-ink-soft">{m.whatHappens}</p>
      <Field label={m.people} hint={m.peopleHint} error={formState.errors.people?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...register('people', { onChange: ({ target }) => void saveValue(key, target.value || undefined) })}
            rows={5}
            autoCapitalize="words"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Problems problems={problems} />
      {event.ticket_types.length > 0 ? (
        <Field label={common.ticketType}>
          {(control) => (
            <Select
              {...control}
              {...register('ticket_type_id')}
              options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        </Field>
      ) : null}
      <Field label={m.claimUntil} hint={m.claimUntilHint} error={formState.errors.claim_by?.message}>
        {(control) => <DateTimeInput {...control} {...register('claim_by')} />}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <UploadTable
          hint={m.tableHint}
          busy={busy}
          onTable={(csv) => invite(() => call(importInvitations, { params, body: { csv, ...termsOf(getValues()) } }))}
        />
        <SubmitButton busy={busy && m.inviting}>{m.sendInvitations}</SubmitButton>
      </div>
    </form>
  )
}

function Problems({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md bg-danger-soft p-3 text-danger">
      <p className="font-medium">{m.correctAndTryAgain}</p>
      <ul className="max-h-40 overflow-y-auto text-sm wrap-anywhere">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

const address = /[^\s,;<>"]+@[^\s,;<>"]+/

/** The people of typed or pasted lines. Whatever is not the address is the name; the server says what is wrong. */
function peopleIn(text: string): { name: string; email: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [email = ''] = address.exec(line) ?? []
      const name = line
        .replace(email, '')
        .replace(/[,;\t<>"]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
      return { name, email }
    })
}

/** Problems of a file name their rows; those of typed people have their place, counted from 0. */
function withLine(loc: readonly string[], message: string): string {
  const line = loc.indexOf('people') + 1
  return line > 0 && loc[line] !== undefined
    ? fill(m.lineProblem, { line: Number(loc[line]) + 1, problem: message })
    : message
}

function doneText({ invited, known }: { invited: number; known: number }): string {
  const now = invited === 0 ? m.nobodyNew : counted(invited, m.invited_one, m.invited_other)
  return known === 0 ? now : `${now} ${counted(known, m.alreadyInvited_one, m.alreadyInvited_other)}`
}
