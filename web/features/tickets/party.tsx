import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { type SignedTicket, showTicket } from '#contract/tickets/tickets.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'

/** In CSS pixels. */
const swipe = 60

/** Turns to the other `seats` of a party: by arrows (`PartyTurns`), and with `handlers` by a swipe over the ticket. Null for a single
 *  one. */
export function usePartyTurns(id: number, seats: number[], onTurn: (id: number) => void) {
  const start = useRef<number | null>(null)
  const place = seats.indexOf(id)
  if (seats.length < 2 || place === -1) return null

  const turn = (step: 1 | -1) => {
    const next = seats.at((place + step) % seats.length)
    if (next !== undefined) onTurn(next)
  }
  return {
    place,
    total: seats.length,
    turn,
    handlers: {
      onTouchStart: ({ touches }: TouchEvent) => {
        start.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null
      },
      onTouchEnd: ({ changedTouches }: TouchEvent) => {
        const moved = start.current === null ? 0 : (changedTouches[0]?.clientX ?? 0) - start.current
        start.current = null
        if (Math.abs(moved) >= swipe) turn(moved < 0 ? 1 : -1)
      },
    },
  }
}

/** Loads the tickets of a party and prints them, each on its own page. `printed` has them until that is over. */
export function usePrintAll({ party }: Pick<SignedTicket, 'party'>) {
  const { run } = useAction()
  const [printed, setPrinted] = useState<SignedTicket[]>([])

  useEffect(() => {
    if (printed.length === 0) return
    const handleEnd = () => setPrinted([])
    window.addEventListener('afterprint', handleEnd)
    window.print()
    return () => window.removeEventListener('afterprint', handleEnd)
  }, [printed])

  const printAll = () =>
    run(async () => {
      const seats = party?.seats ?? []
      setPrinted(await Promise.all(seats.map((ticketId) => call(showTicket, { params: { ticketId } }))))
    }, 'The tickets could not be loaded. Please try again.')
  return { printed, printAll }
}

type Turns = NonNullable<ReturnType<typeof usePartyTurns>>

export function PartyTurns({ name, place, total, turn }: Turns & { name?: string }) {
  return (
    <div className="flex w-full items-center justify-between gap-2 print:hidden">
      <button type="button" className="icon-button" aria-label="Previous ticket" onClick={() => turn(-1)}>
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <p role="status" className="figures min-w-0 text-center text-ink-soft">
        {name ? <span className="block font-medium wrap-anywhere text-ink">{name}</span> : null}
        Ticket {place + 1} of {total}
      </p>
      <button type="button" className="icon-button" aria-label="Next ticket" onClick={() => turn(1)}>
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </div>
  )
}
