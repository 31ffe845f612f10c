import { useEffect, useRef } from 'react'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { ticketTypeLimits } from '#contract/events/ticket-types.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-ticketing.json'
import type { FormValues, TypedType } from '#web/features/organizing/draft/form-schema.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { DateTimeInput, Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { FormList } from './form-list.tsx'

const blank: TypedType = { name: '', note: '', price: '', capacity: '', on_sale_from: '', on_sale_until: '' }

/** The ticket types of an event that sells several; without any the event has one price. */
export function TicketTypesPart() {
  const { setValue, getValues, formState } = useFormContext<FormValues>()
  const types = useWatch<FormValues, 'ticket_types'>({ name: 'ticket_types' }) ?? []
  const problems = formState.errors.ticket_types

  /** The first type starts with the event's price. */
  function newType(): TypedType {
    const { is_free, ticket_price } = getValues()
    return types.length === 0 ? { ...blank, name: m.typeRegular, price: is_free ? 0 : (ticket_price ?? '') } : blank
  }

  return (
    <FormList
      name="ticket_types"
      entries={types}
      problem={problems?.message}
      most={ticketTypeLimits.types}
      texts={{
        title: m.typesTitle,
        intro: m.typesIntro,
        add: m.addTicketType,
        full: m.typesFull,
        entry: m.typeNumber,
        up: m.moveTypeUp,
        down: m.moveTypeDown,
        remove: m.removeType,
      }}
      newEntry={newType}
      onChange={(next, check) => setValue('ticket_types', next, check)}
    >
      {(type, place, onChange) => (
        <TypeControls type={type} place={place} problems={problems?.[place]} onChange={onChange} />
      )}
    </FormList>
  )
}

interface TypeControlsProps {
  type: TypedType
  place: number
  problems: FieldErrors<TypedType> | undefined
  onChange: (type: TypedType) => void
}

function TypeControls({ type, place, problems, onChange }: TypeControlsProps) {
  const onSale = useRef<HTMLDetailsElement>(null)
  const hasDates = Boolean(type.on_sale_from || type.on_sale_until)
  const isWrong = Boolean(problems?.on_sale_from || problems?.on_sale_until)
  // Opened, but never closed: not around the only date while it is typed again.
  useEffect(() => {
    if (onSale.current && (hasDates || isWrong)) onSale.current.open = true
  }, [hasDates, isWrong])
  const control = (field: (typeof typeFields)[number]) => ({
    name: `ticket_types.${place}.${field}`,
    value: String(type[field] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...type, [field]: target.value }),
  })
  return (
    <>
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
      <details ref={onSale}>
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
    </>
  )
}

/** In the order of their controls. */
export const typeFields = ['name', 'price', 'capacity', 'note', 'on_sale_from', 'on_sale_until'] as const
