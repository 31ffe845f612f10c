import { useId } from 'react'
import { fullDate } from '#contract/dates.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { type TicketType, type TicketTypeState, ticketTypeState } from '#contract/events/ticket-types.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/tickets-apply.json'
import { formatNumber, price } from '#web/lib/format/numbers.ts'
import { classes } from '#web/ui/display/classes.ts'

interface TicketTypeChoiceProps {
  event: EventDetail
  /** Milliseconds since 1970. */
  now: number
  /** Null if none is on sale. */
  chosen: number | null
  onChoose: (typeId: number) => void
  /** The types at their prices without a code; null without one. */
  fullPriced: TicketType[] | null
}

/** An event's ticket types with what is left of each, to choose one before applying. Nothing for an event with one price, or
 *  once it is called off. */
export function TicketTypeChoice({ event, now, chosen, onChoose, fullPriced }: TicketTypeChoiceProps) {
  const name = useId()
  const types = event.ticket_types.map((type) => ({
    type,
    state: ticketTypeState(type, event, now),
  }))
  const shown = types.filter(({ state }) => state !== 'closed')
  if (event.is_called_off || shown.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm text-ink-soft">{m.ticketTypes}</legend>
      {shown.map(({ type, state }) => {
        const mayChoose = state === 'on_sale' || state === 'sold_out'
        return (
          <label
            key={type.id}
            className={classes(
              'flex min-h-14 items-start gap-3 rounded-md border px-3 py-2',
              mayChoose ? 'cursor-pointer' : '',
              type.id === chosen ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-1 size-5 shrink-0 accent-accent"
              checked={type.id === chosen}
              disabled={!mayChoose}
              onChange={() => onChoose(type.id)}
            />
            <span className="min-w-0 flex-1">
              <span className="figures flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium wrap-anywhere">{type.name}</span>
                <span className="font-semibold text-accent-ink">
                  <FormerPrice type={type} before={fullPriced?.find(({ id }) => id === type.id)} />
                  {price({ is_free: false, ticket_price: type.price })}
                </span>
              </span>
              {type.note ? <span className="block text-sm wrap-anywhere text-ink-soft">{type.note}</span> : null}
              <span className="figures block text-sm text-ink-soft empty:hidden">
                {event.standing.is_owner && type.is_hidden ? m.onlyWithCode : stateText(type, state)}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** The price without the code, crossed out; nothing if it is the same. */
function FormerPrice({ type, before = type }: { type: TicketType; before: TicketType | undefined }) {
  if (before.price === type.price) return null
  return (
    <>
      <s className="mr-2 font-normal text-ink-soft">{price({ is_free: false, ticket_price: before.price })}</s>
      <span className="sr-only">{m.now} </span>
    </>
  )
}

function stateText({ seats_left, on_sale_from }: TicketType, state: TicketTypeState): string {
  if (state === 'sold_out') return m.soldOut
  if (state === 'over') return m.saleOver
  if (state === 'not_yet' && on_sale_from) return fill(m.onSaleFrom, { date: fullDate(on_sale_from) })
  return seats_left === null ? '' : fill(m.typeSeatsLeft, { count: formatNumber(seats_left) })
}
