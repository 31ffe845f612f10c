import { Sun } from 'lucide-react'
import type { SignedTicket } from '#contract/tickets/tickets.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Perforation } from './perforation.tsx'
import { TicketCode } from './ticket-code.tsx'
import { TicketFact } from './ticket-facts.tsx'
import { useValidation } from './use-validation.ts'

/** The part to show at the door: the code, and the number to read aloud. */
export function TicketStub({ ticket, eventName }: { ticket: SignedTicket; eventName: string }) {
  const [first, rest] = ticket.ticket_number.split('-')
  const { busy, validate } = useValidation(ticket.id)
  return (
    <div className="relative flex flex-col items-center gap-2 border-b border-line px-[min(1.5rem,4vw)] py-4 print:gap-1 print:px-3 print:py-2 roomy:col-start-2 roomy:row-span-2 roomy:row-start-1 roomy:gap-4 roomy:border-b-0 roomy:py-6 print:roomy:gap-4 print:roomy:py-6">
      <Perforation turning />
      <TicketCode ticket={ticket} eventName={eventName} />
      <dl className="max-w-full text-center">
        <TicketFact label="Ticket Number:">
          <span className="figures text-2xl/tight font-semibold tracking-wide">
            {first}-<wbr />
            {rest}
          </span>
        </TicketFact>
      </dl>
      <p className="my-2 hidden items-start gap-2 text-sm text-ink-soft pointer-coarse:flex print:hidden!">
        <Sun aria-hidden className="mt-0.5 size-5 shrink-0" />
        At the door, press the code to enlarge it, and turn your screen to full brightness.
      </p>
      <Button wide busy={busy && 'Validating...'} onClick={validate} className="mt-auto print:hidden">
        Validate Ticket
      </Button>
    </div>
  )
}
