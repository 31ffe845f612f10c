import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldPath, type Resolver, useForm } from 'react-hook-form'
import { fromInput, toInput } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import {
  addCode,
  type Code,
  CodeDraft,
  type CodeDraftInput,
  CodesToMake,
  codeLimits,
  editCode,
  makeCodes,
  removeCode,
} from '#contract/tickets/codes.schemas.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { plural } from '#web/lib/format/numbers.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { DateTimeInput, Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

type OwnEvent = Pick<Event, 'id' | 'ticket_types'>

/** What the dialog is about: a code, a new one, or many new ones. */
type Opened = Code | 'one' | 'many'

interface CodeDialogProps {
  /** Null while it is closed. */
  opened: Opened | null
  event: OwnEvent
  /** `success` is the notice. */
  onDone: (success: string) => Promise<void>
  onClose: () => void
}

export function CodeDialog({ opened, event, onDone, onClose }: CodeDialogProps) {
  const title = opened === 'one' ? 'Add a Code' : opened === 'many' ? 'Make Many Codes' : `Edit ${opened?.code ?? ''}`
  return (
    <Dialog open={opened !== null} title={title} onClose={onClose}>
      {opened === null ? null : <CodeForm opened={opened} event={event} onDone={onDone} />}
    </Dialog>
  )
}

/** As typed: dates as in their controls, and the percentage or the amount by `kind`. */
interface Typed extends Omit<CodeDraftInput, 'type_ids' | 'percent' | 'baht'> {
  kind: 'percent' | 'baht' | 'none'
  percent: string
  baht: string
  type_ids: string[]
  count: string
  prefix: string
}

const fields = [
  ...['code', 'count', 'prefix', 'percent', 'baht', 'type_ids', 'capacity', 'per_person'],
  ...['valid_from', 'valid_until'],
] as FieldPath<Typed>[]

function CodeForm({ opened, event, onDone }: Omit<CodeDialogProps, 'opened' | 'onClose'> & { opened: Opened }) {
  const code = typeof opened === 'object' ? opened : null
  const isMany = opened === 'many'
  const form = useForm<Typed, unknown, CodeDraft & CodesToMake>({
    resolver: resolverFor(isMany),
    defaultValues: typedOf(code, isMany),
  })
  const { register, formState, watch, handleSubmit, setValue } = form
  const kind = watch('kind')
  const chosen = watch('type_ids')
  const errorOf = (field: Exclude<keyof Typed, 'kind'>) => formState.errors[field]?.message
  const opens = event.ticket_types.some(({ id, is_hidden }) => is_hidden && chosen.includes(String(id)))

  async function handleSave(draft: CodeDraft & CodesToMake) {
    try {
      await onDone(await save(draft))
    } catch (error) {
      showRefusal(form, error, { fields, notice: messageOf(error, notSaved), fieldsSuffice: true })
    }
  }

  async function save(draft: CodeDraft & CodesToMake): Promise<string> {
    const params = { eventId: event.id }
    if (isMany) {
      const { codes } = await call(makeCodes, { params, body: draft })
      return `${plural(codes.length, 'code')} made. Download CSV has them all.`
    }
    if (code === null) return `${(await call(addCode, { params, body: draft })).code} was added.`
    await call(editCode, { params: { ...params, codeId: code.id }, body: draft })
    return `${draft.code} was changed.`
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(handleSave)}>
      {isMany ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="How many" hint={`Up to ${codeLimits.made} at once.`} error={errorOf('count')}>
            {(control) => <TextInput {...control} {...register('count')} inputMode="numeric" />}
          </Field>
          <Field label="Beginning" hint="Such as CREW, or blank." error={errorOf('prefix')}>
            {(control) => (
              <TextInput {...control} {...register('prefix')} autoComplete="off" maxLength={codeLimits.prefix} />
            )}
          </Field>
        </div>
      ) : (
        <Field label="Code" hint="3 to 40 letters, digits, - and _. Case makes no difference." error={errorOf('code')}>
          {(control) => (
            <TextInput
              {...control}
              {...register('code')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={codeLimits.length}
            />
          )}
        </Field>
      )}
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 font-medium">What it does</legend>
        <div className="flex flex-wrap gap-x-6">
          {kinds.map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input type="radio" className="size-5 accent-accent" value={value} {...register('kind')} />
              {label}
            </label>
          ))}
        </div>
        {kind === 'percent' ? (
          <Field label="Percent off" error={errorOf('percent')}>
            {(control) => <TextInput {...control} {...register('percent')} inputMode="numeric" />}
          </Field>
        ) : null}
        {kind === 'baht' ? (
          <Field label="Baht off each seat" error={errorOf('baht')}>
            {(control) => <TextInput {...control} {...register('baht')} inputMode="decimal" />}
          </Field>
        ) : null}
        {kind === 'none' && !opens ? (
          <p className="text-sm text-ink-soft">
            {event.ticket_types.some(({ is_hidden }) => is_hidden)
              ? 'Choose a hidden ticket type below.'
              : 'This event has no hidden ticket type. Settings, Ticketing has a switch for it.'}
          </p>
        ) : null}
        {kind === 'none' && errorOf('percent') ? (
          <p role="alert" className="text-sm text-danger">
            {errorOf('percent')}
          </p>
        ) : null}
      </fieldset>
      {event.ticket_types.length > 0 ? (
        <fieldset className="flex min-w-0 flex-col">
          <legend className="font-medium">Ticket types</legend>
          <p className="text-sm text-ink-soft">With none chosen it is for all that everybody sees.</p>
          {event.ticket_types.map(({ id, name, is_hidden }) => (
            <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={chosen.includes(String(id))}
                onChange={({ target }) =>
                  setValue(
                    'type_ids',
                    target.checked ? [...chosen, String(id)] : chosen.filter((one) => one !== String(id)),
                  )
                }
              />
              <span className="min-w-0 wrap-anywhere">
                {name}
                {is_hidden ? <span className="text-ink-soft"> (hidden, opened by the code)</span> : null}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={isMany ? 'Seats per code' : 'Seats'}
          hint={isMany ? '1 for single use.' : 'Blank: no limit.'}
          error={errorOf('capacity')}
        >
          {(control) => <TextInput {...control} {...register('capacity')} inputMode="numeric" />}
        </Field>
        <Field label="Seats per person" hint="Blank: no limit." error={errorOf('per_person')}>
          {(control) => <TextInput {...control} {...register('per_person')} inputMode="numeric" />}
        </Field>
        <Field label="Valid from" hint="Blank: at once." error={errorOf('valid_from')}>
          {(control) => <DateTimeInput {...control} {...register('valid_from')} />}
        </Field>
        <Field label="Valid until" hint="Blank: without end." error={errorOf('valid_until')}>
          {(control) => <DateTimeInput {...control} {...register('valid_until')} />}
        </Field>
      </div>
      {code === null ? null : (
        <Switch
          {...register('is_stopped')}
          label="Stopped"
          hint="Nobody new can use it. People who applied with it keep their price."
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {code?.used === 0 ? <DeleteCode event={event} code={code} onDone={onDone} /> : null}
        <SubmitButton busy={formState.isSubmitting && 'Saving...'}>
          {code ? 'Save' : isMany ? 'Make Codes' : 'Add Code'}
        </SubmitButton>
      </div>
    </form>
  )
}

const kinds = [
  ['percent', 'Percent off'],
  ['baht', 'Baht off'],
  ['none', 'Only opens hidden types'],
] as const

const notSaved = 'The code could not be saved. Please try again.'

/** A second press deletes: the code is not used, so that nothing else is lost. */
function DeleteCode({ event, code, onDone }: { event: OwnEvent; code: Code; onDone: CodeDialogProps['onDone'] }) {
  const [isAsked, setAsked] = useState(false)
  const { run, busy } = useAction()

  async function remove() {
    await call(removeCode, { params: { eventId: event.id, codeId: code.id } })
    await onDone(`${code.code} was deleted.`)
  }

  return (
    <Button
      variant={isAsked ? 'danger' : 'quiet'}
      busy={busy && 'Deleting...'}
      onClick={() => (isAsked ? run(remove, 'The code could not be deleted. Please try again.') : setAsked(true))}
    >
      {isAsked ? `Delete ${code.code} for good` : 'Delete'}
    </Button>
  )
}

function typedOf(code: Code | null, isMany: boolean): Typed {
  const asText = (value: number | null | undefined) => String(value ?? '')
  return {
    code: code?.code ?? '',
    kind: code === null || code.percent !== null ? 'percent' : code.baht !== null ? 'baht' : 'none',
    percent: asText(code?.percent),
    baht: asText(code?.baht),
    type_ids: code?.type_ids.map(String) ?? [],
    capacity: isMany ? '1' : asText(code?.capacity),
    per_person: asText(code?.per_person),
    valid_from: toInput(code?.valid_from ?? ''),
    valid_until: toInput(code?.valid_until ?? ''),
    is_stopped: code?.is_stopped ?? false,
    count: '100',
    prefix: '',
  }
}

/** Checks the form by the contract. */
function resolverFor(isMany: boolean): Resolver<Typed, unknown, CodeDraft & CodesToMake> {
  const check = zodResolver(isMany ? CodesToMake : CodeDraft) as unknown as Resolver<
    Typed,
    unknown,
    CodeDraft & CodesToMake
  >
  return (values, context, options) => check(asGiven(values) as Typed, context, options)
}

function asGiven({ kind, percent, baht, type_ids, valid_from, valid_until, ...typed }: Typed): object {
  return {
    ...typed,
    percent: kind === 'percent' ? percent : '',
    baht: kind === 'baht' ? baht : '',
    type_ids: type_ids.map(Number),
    valid_from: fromInput(String(valid_from ?? '')),
    valid_until: fromInput(String(valid_until ?? '')),
  }
}
