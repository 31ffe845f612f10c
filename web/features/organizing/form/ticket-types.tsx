import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { ticketTypeLimits } from '#contract/events/ticket-types.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-ticketing.json'
import type { FormValues, TypedType } from '#web/features/organizing/draft/form-schema.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { DateTimeInput, Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { moved, Step } from './questions.tsx'

const blank: TypedType = { name: '', note: '', price: '', capacity: '', on_sale_from: '', on_sale_until: '' }

/** The ticket types of an event that sells several; without any the event has one price. */
export function TicketTypesPart() {
  const { setValue, getValues, formState } = useFormContext<FormValues>()
  const types = useWatch<FormValues, 'ticket_types'>({ name: 'ticket_types' }) ?? []
  const problems = formState.errors.ticket_types
  const part = useRef<HTMLFieldSetElement>(null)
  const full = useId()
  const isFull = types.length >= ticketTypeLimits.types

  /** Renders the new list at once, then focuses a control in it. */
  function change(next: TypedType[], focus?: string) {
    // A new type is not wrong before anything is typed into it.
    const isAdded = next.length > types.length
    const check = { shouldDirty: true, shouldValidate: formState.isSubmitted && !isAdded }
    flushSync(() => setValue('ticket_types', next, check))
    if (focus) part.current?.querySelector<HTMLElement>(focus)?.focus()
  }

  /** The first type starts with the event's price. */
  function handleAdd() {
    const { is_free, ticket_price } = getValues()
    const first = { ...blank, name: m.typeRegular, price: is_free ? 0 : (ticket_price ?? '') }
    const added = types.length === 0 ? first : blank
    change([...types, added], `[name="${controlName(types.length, 'name')}"]`)
  }

  return (
    <fieldset ref={part} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-1">
        <h2 className="text-lg">{m.typesTitle}</h2>
      </legend>
      <p className="text-ink-soft">{m.typesIntro}</p>
      {types.length > 0 ? (
        <ol className="flex flex-col gap-4">
          {types.map((type, index) => (
            <TypeCard
              key={type.id ? `id ${type.id}` : index}
              type={type}
              number={index + 1}
              isLast={index === types.length - 1}
              problems={problems?.[index]}
              onChange={(changed) => change(types.map((one, place) => (place === index ? changed : one)))}
              onMove={(step) =>
                change(moved(types, index, step), `[data-type="${index + step}"] [data-step="${step}"]`)
              }
              onRemove={() =>
                change(
                  types.filter((_, place) => place !== index),
                  '[data-add]',
                )
              }
            />
          ))}
        </ol>
      ) : null}
      {typeof problems?.message === 'string' ? (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {problems.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          data-add
          variant="secondary"
          unavailable={isFull}
          aria-describedby={isFull ? full : undefined}
          onClick={handleAdd}
        >
          <Plus aria-hidden className="size-5" />
          {m.addTicketType}
        </Button>
        {isFull ? (
          <p id={full} className="text-sm text-ink-soft">
            {m.typesFull}
          </p>
        ) : null}
      </div>
    </fieldset>
  )
}

interface TypeCardProps {
  type: TypedType
  /** From 1. */
  number: number
  isLast: boolean
  problems: FieldErrors<TypedType> | undefined
  onChange: (type: TypedType) => void
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function TypeCard({ type, number, isLast, problems, onChange, onMove, onRemove }: TypeCardProps) {
  const place = number - 1
  const hasDates = Boolean(type.on_sale_from || type.on_sale_until || problems?.on_sale_from || problems?.on_sale_until)
  const control = (field: TypedField) => ({
    name: controlName(place, field),
    value: String(type[field] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...type, [field]: target.value }),
  })
  return (
    <li data-type={place} className="rounded-md border border-line p-[min(1rem,4vw)]">
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="float-left w-full">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="font-medium">{fill(m.typeNumber, { number })}</span>
            <span className="flex flex-wrap">
              <Step label={fill(m.moveTypeUp, { number })} step={-1} isEnd={number === 1} onMove={onMove} />
              <Step label={fill(m.moveTypeDown, { number })} step={1} isEnd={isLast} onMove={onMove} />
              <button
                type="button"
                className="icon-button"
                aria-label={fill(m.removeType, { number })}
                onClick={onRemove}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </span>
          </span>
        </legend>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={common.name} error={problems?.name?.message} marked className="sm:col-span-2">
            {(given) => <TextInput {...given} {...control('name')} maxLength={ticketTypeLimits.name} />}
          </Field>
          <Field label={m.typePrice} hint={m.typePriceHint} error={problems?.price?.message}>
            {(given) => <TextInput {...given} {...control('price')} inputMode="decimal" />}
          </Field>
          <Field label={m.typeSeats} hint={m.typeSeatsHint} error={problems?.capacity?.message}>
            {(given) => <TextInput {...given} {...control('capacity')} inputMode="numeric" />}
          </Field>
          <Field label={m.typeNote} hint={m.typeNoteHint} error={problems?.note?.message} className="sm:col-span-2">
            {(given) => <TextInput {...given} {...control('note')} maxLength={ticketTypeLimits.note} />}
          </Field>
        </div>
        <details open={hasDates || undefined}>
          <summary className="cursor-pointer py-2.5 font-medium text-accent-ink">{m.typeOnSale}</summary>
          <div className="grid items-start gap-4 pt-2 sm:grid-cols-2">
            <Field label={m.typeOnSaleFrom} hint={m.typeOnSaleFromHint} error={problems?.on_sale_from?.message}>
              {(given) => <DateTimeInput {...given} {...control('on_sale_from')} />}
            </Field>
            <Field label={m.typeOnSaleUntil} hint={m.typeOnSaleUntilHint} error={problems?.on_sale_until?.message}>
              {(given) => <DateTimeInput {...given} {...control('on_sale_until')} />}
            </Field>
          </div>
        </details>
        <Switch
          label={m.typeHidden}
          hint={m.typeHiddenHint}
          checked={type.is_hidden === true}
          onChange={({ target }) => onChange({ ...type, is_hidden: target.checked })}
        />
        {type.id ? (
          <Switch
            label={m.typeClosed}
            hint={m.typeClosedHint}
            checked={type.is_closed === true}
            onChange={({ target }) => onChange({ ...type, is_closed: target.checked })}
          />
        ) : null}
      </fieldset>
    </li>
  )
}

const typedFields = ['name', 'price', 'capacity', 'note', 'on_sale_from', 'on_sale_until'] as const
type TypedField = (typeof typedFields)[number]

const controlName = (index: number, field: TypedField) => `ticket_types.${index}.${field}`

/** A selector of the first control with an error, or of the add button for an error of the list. */
export function firstWrongType(problems: unknown): string {
  const each: Partial<Record<TypedField, unknown>>[] = Array.isArray(problems) ? problems : []
  const index = each.findIndex(Boolean)
  const field = typedFields.find((name) => each[index]?.[name])
  return field === undefined ? '[data-add]' : `[name="${controlName(index, field)}"]`
}
