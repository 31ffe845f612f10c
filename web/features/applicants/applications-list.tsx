import { ChevronDown } from 'lucide-react'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FullRecord, nameOf, Person } from './applicant.tsx'
import { deedsFor, slipMark, standing, stateLabels } from './application-states.ts'
import { type Choice, type Decision, deeds } from './decisions.tsx'
import { SlipReview } from './slip-review.tsx'

interface ApplicationRowProps {
  applicant: Applicant
  choice: Choice
  decision: Decision
  /** Called once something about its payment was decided. */
  onDecided: () => void
}

/** One application: who, where it stands, and what its owner can do about it. */
export function ApplicationRow({ applicant, choice, decision, onDecided }: ApplicationRowProps) {
  const name = nameOf(applicant)
  const { application_id, state, organizer_word } = applicant
  const isChoosable = choice.choosable.includes(applicant)
  return (
    <li className="flex flex-wrap gap-1 rounded-lg border border-line bg-card p-3 shadow-card sm:px-4">
      {isChoosable ? (
        <label className="-ml-1.5 grid size-11 flex-none cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={choice.chosen.includes(applicant)}
            onChange={({ target }) => choice.choose(applicant, target.checked)}
            className="size-5 accent-accent"
          />
        </label>
      ) : null}
      <div className="flex min-w-[min(100%,14rem)] flex-1 flex-col gap-2 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-4">
        <div className="flex min-w-0 items-center gap-3">
          <Person applicant={applicant} name={name} label={stateLabels[state]} mark={slipMark(applicant)} />
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden sm:justify-end max-sm:order-3">
          {(isChoosable ? deedsFor(state) : []).map((deed) => (
            <Button
              key={deed}
              variant="secondary"
              aria-label={`${deeds[deed].label} ${name}`}
              onClick={() => decision.ask(deed, [application_id])}
            >
              {deeds[deed].label}
            </Button>
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-1 sm:col-span-2 sm:pl-14">
          <p className="figures text-sm text-ink-soft">{standing(applicant)}</p>
          {organizer_word ? (
            <p className="text-sm wrap-anywhere text-ink-soft">
              Your word to them: <q className="text-ink">{organizer_word}</q>
            </p>
          ) : null}
        </div>
        <details className="group order-4 sm:col-span-2 sm:pl-14">
          <summary
            aria-label={`Details of ${name}`}
            className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-accent-ink [&::-webkit-details-marker]:hidden"
          >
            Details
            <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
          </summary>
          <FullRecord applicant={applicant} indented={false} />
          <SlipReview applicant={applicant} onDecided={onDecided} />
        </details>
      </div>
    </li>
  )
}
