import { useEffect, useState } from 'react'
import { type Applicant, type ApplicantSort, type FellowApplicant, listApplicants } from '#contract/applicants.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { callCounted } from '#web/lib/call.ts'

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

  async function load(cursor: number, signal?: AbortSignal) {
    const request = { params: { eventId }, query: { ...wanted, limit: perPage, cursor } }
    try {
      const { items, total } = await callCounted(listApplicants, request, signal ? { signal } : {})
      setList((before) => ({ applicants: cursor > 0 && before ? [...before.applicants, ...items] : items, total }))
      setProblem('')
    } catch (error) {
      if (!signal?.aborted) setProblem(messageOf(error, 'The applicants could not be loaded. Please try again.'))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made anew with what is wanted.
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => load(0, stop.signal), wanted.search ? pause : 0)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [eventId, wanted])

  return { list, problem, wanted, setWanted, loadMore: () => load(list?.applicants.length ?? 0) }
}
