import { Button } from '#web/ui/controls/button.tsx'
import { deeds } from './deeds.ts'
import type { Choice } from './use-choice.ts'
import type { Decision } from './use-decision.ts'

const number = new Intl.NumberFormat('en-US')

/** What can be done about the chosen applications. It stands at the end of the list and stays in sight until then; the style
 *  sheet keeps what is focused clear of it by its class. */
export function BulkBar({ choice, decision }: { choice: Choice; decision: Decision }) {
  const { chosen, possible, chooseNone } = choice
  if (chosen.length === 0) return null
  return (
    <section
      aria-label="Chosen applications"
      className="bulk-bar not-short:@min-[18rem]:sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-card p-2 shadow-float md:bottom-4"
    >
      <p className="figures min-w-24 flex-1 px-2 font-medium">{number.format(chosen.length)} chosen</p>
      <Button variant="quiet" onClick={chooseNone}>
        Choose none
      </Button>
      <div className="flex w-full flex-wrap gap-1.5 sm:w-auto sm:gap-2">
        {possible.map(({ deed, applications }) => (
          <Button
            key={deed}
            variant={deed === 'refuse' ? 'secondary' : 'primary'}
            className="whitespace-nowrap max-sm:flex-auto max-sm:px-2 max-sm:text-sm"
            onClick={() => decision.ask(deed, applications)}
          >
            {`${deeds[deed].label} ${number.format(applications.length)}`}
          </Button>
        ))}
      </div>
    </section>
  )
}
