import { Minus, Plus, Users } from 'lucide'
import { useEffect, useRef } from 'react'
import type { EventDetail } from '#contract/events/events.ts'
import { counted, fill, listOf } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as answers from '#messages/tickets-answers.json'
import * as m from '#messages/tickets-apply.json'
import { price } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface PartyChoiceProps {
  /** At the price of the chosen type. */
  event: EventDetail
  /** The names of the guests, as typed: one for each further seat. */
  guests: readonly string[]
  onChange: (guests: string[]) => void
  /** Apply Now was pressed while a name was missing. */
  isIncomplete: boolean
}

/** How many seats, for whom, and what they cost together. */
export function PartyChoice({ event, guests, onChange, isIncomplete }: PartyChoiceProps) {
  const seats = guests.length + 1
  const names = useRef<HTMLDivElement>(null)
  const optional = event.guest_names_optional

  useEffect(() => {
    if (isIncomplete) names.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isIncomplete])

  return (
    <section aria-label={m.seats} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-center gap-3">
        <Icon icon={Users} className="shrink-0 text-accent-ink" />
        <div className="min-w-0 flex-1">
          <p id="seats" className="font-medium">
            {counted(seats, m.seatCount_one, m.seatCount_other)}
          </p>
          <p className="figures text-sm text-ink-soft">{totalOf(event, seats)}</p>
        </div>
        <button
          type="button"
          className="icon-button border border-line disabled:opacity-40"
          aria-label={m.seatLess}
          disabled={seats === 1}
          onClick={() => onChange(guests.slice(0, -1))}
        >
          <Icon icon={Minus} />
        </button>
        <output aria-labelledby="seats" className="figures w-6 text-center text-lg font-semibold">
          {seats}
        </output>
        <button
          type="button"
          className="icon-button border border-line disabled:opacity-40"
          aria-label={m.seatMore}
          disabled={seats >= event.max_party}
          onClick={() => onChange([...guests, ''])}
        >
          <Icon icon={Plus} />
        </button>
      </div>
      <div ref={names} className="flex flex-col gap-3 empty:hidden">
        {guests.map((name, place) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: seats are added and removed at the end only.
            key={place}
            label={fill(answers.guestNumbered, { number: place + 1 })}
            hint={optional && place === 0 ? m.guestNameLater : undefined}
            error={isIncomplete && !optional && name.trim() === '' ? m.guestNameMissing : undefined}
            required={!optional}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={100}
                value={name}
                onChange={({ target }) => onChange(guests.map((one, at) => (at === place ? target.value : one)))}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  )
}

/** 'Total 180฿', or what one seat costs. */
function totalOf(event: EventDetail, seats: number): string {
  if (event.is_free || event.ticket_price === 0) return common.free
  const total = price({ is_free: false, ticket_price: event.ticket_price * seats })
  return fill(seats === 1 ? m.pricePerSeat : m.priceTotal, { price: total })
}

/** For whom the seats are, and the price of all of them. */
export function SeatsNote({ event, guests }: { event: EventDetail; guests: string[] }) {
  const names = guests.filter((name) => name.trim() !== '')
  const unnamed = guests.length - names.length
  const others = unnamed > 0 ? [...names, counted(unnamed, m.guestCount_one, m.guestCount_other)] : names
  const people = listOf([m.you, ...others])
  const seats = guests.length + 1
  const total = price({ ...event, ticket_price: event.ticket_price * seats })
  return (
    <p className="wrap-anywhere">
      <RichText
        text={counted(seats, m.seatsFor_one, m.seatsFor_other)}
        tags={{
          names: (words) => fill(words, { names: people }),
          total: (words) => <strong className="figures text-ink">{fill(words, { total })}</strong>,
        }}
      />
    </p>
  )
}
