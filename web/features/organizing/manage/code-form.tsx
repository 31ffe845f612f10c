import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldPath, type Resolver, useForm } from 'react-hook-form'
import { fromInput } from '#contract/date-input.ts'
import { toInput } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { counted, fill } from '#contract/language/messages.ts'
import {
  addCode,
  type Code,
  CodeFields,
  type CodeFieldsInput,
  CodesToMake,
  codeLimits,
  editCode,
  makeCodes,
  removeCode,
} from '#contract/tickets/codes.schemas.ts'
import * as m from '#messages/codes.json'
import * as common from '#messages/common.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
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
  const title =
    opened === 'one' ? m.addCode : opened === 'many' ? m.makeManyCodes : fill(m.editCode, { code: opened?.code ?? '' })
  return (
    <Dialog open={opened !== null} title={title} onClose={onClose}>
      {opened === null ? null : <CodeForm opened={opened} event={event} onDone={onDone} />}
    </Dialog>
  )
}

/** As typed: dates as in their controls, and the percentage or the amount by `kind`. */
interface Typed extends Omit<CodeFieldsInput, 'type_ids' | 'percent' | 'baht'> {
  kind: 'percent' | 'baht' | 'none'
  percent: string
  baht: string
  type_ids: string[]
  count: string
  prefix: string
}

const shownFields: FieldPath<Typed>[] = [
  'code',
  'count',
  'prefix',
  'percent',
  'baht',
  'type_ids',
  'capacity',
  'per_person',
  'valid_from',
  'valid_until',
]

function CodeForm({ opened, event, onDone }: Omit<CodeDialogProps, 'opened' | 'onClose'> & { opened: Opened }) {
  const code = typeof opened === 'object' ? opened : null
  const isMany = opened === 'many'
  const form = useForm<Typed, unknown, CodeFields & CodesToMake>({
    resolver: resolverFor(isMany),
    defaultValues: typedOf(code, isMany),
  })
  const { register, formState, watch, handleSubmit, setValue } = form
  const kind = watch('kind')
  const chosen = watch('type_ids')
  const errorOf = (field: Exclude<keyof Typed, 'kind'>) => formState.errors[field]?.message
  const opens = event.ticket_types.some(({ id, is_hidden }) => is_hidden && chosen.includes(String(id)))

  async function handleSave(fields: CodeFields & CodesToMake) {
    try {
      await onDone(await save(fields))
    } catch (error) {
      showRefusal(form, error, { fields: shownFields, notice: messageOf(error, m.notSaved), fieldsSuffice: true })
    }
  }

  async function save(fields: CodeFields & CodesToMake): Promise<string> {
    const params = { eventId: event.id }
    if (isMany) {
      const { codes } = await call(makeCodes, { params, body: fields })
      return counted(codes.length, m.made_one, m.made_other)
    }
    if (code === null) return fill(m.codeAdded, { code: (await call(addCode, { params, body: fields })).code })
    await call(editCode, { params: { ...params, codeId: code.id }, body: fields })
    return fill(m.changed, { code: fields.code })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(handleSave)}>
      {isMany ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={m.howMany} hint={fill(m.howManyHint, { count: codeLimits.made })} error={errorOf('count')}>
            {(control) => <TextInput {...control} {...register('count')} inputMode="numeric" />}
          </Field>
          <Field label={m.prefix} hint={m.prefixHint} error={errorOf('prefix')}>
            {(control) => (
              <TextInput {...control} {...register('prefix')} autoComplete="off" maxLength={codeLimits.prefix} />
            )}
          </Field>
        </div>
      ) : (
        <Field label={common.code} hint={m.codeHint} error={errorOf('code')}>
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
        <legend className="mb-1 font-medium">{m.whatItDoes}</legend>
        <div className="flex flex-wrap gap-x-6">
          {kinds.map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input type="radio" className="size-5 accent-accent" value={value} {...register('kind')} />
              {label}
            </label>
          ))}
        </div>
        {kind === 'percent' ? (
          <Field label={m.percentOff} error={errorOf('percent')}>
            {(control) => <TextInput {...control} {...register('percent')} inputMode="numeric" />}
          </Field>
        ) : null}
        {kind === 'baht' ? (
          <Field label={m.bahtOffSeat} error={errorOf('baht')}>
            {(control) => <TextInput {...control} {...register('baht')} inputMode="decimal" />}
          </Field>
        ) : null}
        {kind === 'none' && !opens ? (
          <p className="text-sm text-ink-soft">
            {event.ticket_types.some(({ is_hidden }) => is_hidden) ? m.chooseHiddenType : m.noHiddenType}
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
          <legend className="font-medium">{m.ticketTypes}</legend>
          <p className="text-sm text-ink-soft">{m.ticketTypesHint}</p>
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
                {is_hidden ? <span className="text-ink-soft"> {m.hiddenType}</span> : null}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={isMany ? m.seatsPerCode : m.seats}
          hint={isMany ? m.singleUse : m.blankNoLimit}
          error={errorOf('capacity')}
        >
          {(control) => <TextInput {...control} {...register('capacity')} inputMode="numeric" />}
        </Field>
        <Field label={m.seatsPerPerson} hint={m.blankNoLimit} error={errorOf('per_person')}>
          {(control) => <TextInput {...control} {...register('per_person')} inputMode="numeric" />}
        </Field>
        <Field label={m.validFrom} hint={m.blankAtOnce} error={errorOf('valid_from')}>
          {(control) => <DateTimeInput {...control} {...register('valid_from')} />}
        </Field>
        <Field label={m.validUntil} hint={m.blankWithoutEnd} error={errorOf('valid_until')}>
          {(control) => <DateTimeInput {...control} {...register('valid_until')} />}
        </Field>
      </div>
      {code === null ? null : <Switch {...register('is_stopped')} label={m.stopped} hint={m.stoppedHint} />}
      <div className="flex flex-wrap justify-end gap-3">
        {code?.used === 0 ? <DeleteCode event={event} code={code} onDone={onDone} /> : null}
        <SubmitButton busy={formState.isSubmitting && common.saving}>
          {code ? common.save : isMany ? m.makeCodes : m.addCodeNow}
        </SubmitButton>
      </div>
    </form>
  )
}

const kinds = [
  ['percent', m.percentOff],
  ['baht', m.bahtOff],
  ['none', m.onlyOpens],
] as const

/** A second press deletes: the code is not used, so that nothing else is lost. */
function DeleteCode({ event, code, onDone }: { event: OwnEvent; code: Code; onDone: CodeDialogProps['onDone'] }) {
  const [isAsked, setAsked] = useState(false)
  const { run, busy } = useAction()

  async function remove() {
    await call(removeCode, { params: { eventId: event.id, codeId: code.id } })
    await onDone(fill(m.deleted, { code: code.code }))
  }

  return (
    <Button
      variant={isAsked ? 'danger' : 'quiet'}
      busy={busy && common.deleting}
      onClick={() => (isAsked ? run(remove, m.notDeleted) : setAsked(true))}
    >
      {isAsked ? fill(m.deleteForGood, { code: code.code }) : common.deleteIt}
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
function resolverFor(isMany: boolean): Resolver<Typed, unknown, CodeFields & CodesToMake> {
  const check = zodResolver(isMany ? CodesToMake : CodeFields) as unknown as Resolver<
    Typed,
    unknown,
    CodeFields & CodesToMake
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
