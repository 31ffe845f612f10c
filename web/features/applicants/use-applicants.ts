import { useEffect, useRef, useState } from 'react'
import {
  type Applicant,
  type ApplicantSort,
  type FellowApplicant,
  listApplicants,
} from '#contract/tickets/applicants.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { callCounted } from '#web/lib/api/call.ts'

export interface Wanted {
  search: string
  sort: ApplicantSort
}

interface Loaded {
  applicants: (Applicant | FellowApplicant)[]
  /** How many match, on all pages. */
  total: number
}

const perPage = 50
/** Milliseconds without typing, so that a word is asked for once and not letter by letter. */
const pause = 300

/** Who applied for an event, a page at a time. `list` is null until the first page is there. */
export function useApplicants(eventId: number) {
  const [wanted, setWanted] = useState<Wanted>({ search: '', sort: 'newest' })
  const [list, setList] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const asking = useRef(new AbortController())

  /** The newest question is the one that counts. */
  async function load(cursor: number) {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    setBusy(true)
    try {
      const query = { ...wanted, limit: perPage, cursor }
      const { items, total } = await callCounted(listApplicants, { params: { eventId }, query }, { signal })
      setList((before) => ({ applicants: cursor > 0 && before ? joined(before.applicants, items) : items, total }))
      setProblem('')
    } catch (error) {
      if (signal.aborted) return
      setProblem(messageOf(error, 'The applicants could not be loaded. Please try again.'))
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made anew with what is wanted.
  useEffect(() => {
    const timer = setTimeout(() => load(0), wanted.search ? pause : 0)
    return () => {
      clearTimeout(timer)
      asking.current.abort()
    }
  }, [eventId, wanted])

  return { list, problem, busy, wanted, setWanted, loadMore: () => load(list?.applicants.length ?? 0) }
}

/** Whoever applies meanwhile moves the others on, so that the next page begins with some who are there already. */
function joined<Person extends { id: number }>(before: Person[], more: Person[]): Person[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !known.has(id))]
}
