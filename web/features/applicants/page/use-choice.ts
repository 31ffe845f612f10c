import { useState } from 'react'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { type DeedName, deedNames, deedsFor } from './next-step.ts'

/** Which of the applications that are shown the owner has chosen, of those about which anything can be done. */
export function useChoice(shown: Applicant[], isOver: boolean) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const choosable = isOver ? [] : shown.filter(({ state }) => deedsFor(state).length > 0)
  // What is not shown any more is not chosen any more.
  const chosen = choosable.filter(({ application_id }) => marked.has(application_id))

  function choose({ application_id }: Applicant, isChosen: boolean) {
    const next = new Set(chosen.map((each) => each.application_id))
    if (isChosen) next.add(application_id)
    else next.delete(application_id)
    setMarked(next)
  }

  return {
    choosable,
    chosen,
    choose,
    chooseAll: () => setMarked(new Set(choosable.map(({ application_id }) => application_id))),
    chooseNone: () => setMarked(new Set()),
    /** Those about which has just been decided are for the owner to choose again. */
    leaveOut: (decided: number[]) => setMarked((before) => new Set([...before].filter((id) => !decided.includes(id)))),
    /** For each thing that can be done about any of the chosen, the applications that it can be done about. */
    possible: deedNames
      .map((deed) => ({ deed, applications: idsFor(deed, chosen) }))
      .filter(({ applications }) => applications.length > 0),
  }
}

export type Choice = ReturnType<typeof useChoice>

const idsFor = (deed: DeedName, applicants: Applicant[]) =>
  applicants.filter(({ state }) => deedsFor(state).includes(deed)).map(({ application_id }) => application_id)
