import { useEffect, useRef, useState } from 'react'
import {
  type Applicant,
  type ApplicantQuery,
  type ApplicantSort,
  applicantSorts,
  exportApplicants,
  type FellowApplicant,
  listApplicants,
} from '#contract/tickets/applicants.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { DownloadTable } from '#web/ui/controls/download-table.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'

export interface Wanted {
  search: string
  sort: ApplicantSort
}

interface Loaded {
  applicants: (Applicant | FellowApplicant)[]
  /** The number of matches on all pages together. */
  total: number
}

const perPage = 50
/** The search waits for this pause in the typing, in milliseconds, so that it does not run for every letter. */
const pause = 300

/** The applicants of an event, a page at a time, of all states or of one. `list` is null until the first page of this state
 *  has been loaded; what was loaded of it stays where it cannot be loaded again. */
export function useApplicants(
  eventId: number,
  { status, state, slip }: Pick<ApplicantQuery, 'status' | 'state' | 'slip'> = {},
) {
  const [wanted, setWanted] = useState<Wanted>({ search: '', sort: 'newest' })
  /** What was loaded of each state, so that none stands in the place of another. */
  const [lists, setLists] = useState<Record<string, Loaded>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const part = `${eventId} ${status} ${state} ${slip}`
  const list = lists[part] ?? null
  const [busy, setBusy] = useState(false)
  const asking = useRef(new AbortController())
  const asked = useRef(0)

  /** Only the newest request counts; the answer to an older one is dropped. */
  async function load(cursor: number, limit = perPage) {
    asking.current.abort()
    asking.current = new AbortController()
    const { signal } = asking.current
    asked.current = cursor
    setBusy(true)
    try {
      const query = { ...wanted, status, state, slip, limit, cursor }
      const { items, total } = await callCounted(listApplicants, { params: { eventId }, query }, { signal })
      setLists((before) => {
        const known = cursor > 0 ? before[part]?.applicants : undefined
        return { ...before, [part]: { applicants: known ? joined(known, items) : items, total } }
      })
      setProblems((before) => ({ ...before, [part]: '' }))
    } catch (error) {
      if (signal.aborted) return
      const words = messageOf(error, 'The applicants could not be loaded. Please try again.')
      setProblems((before) => ({ ...before, [part]: words }))
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` changes with the search and the order.
  useEffect(() => {
    const timer = setTimeout(() => load(0), wanted.search ? pause : 0)
    return () => {
      clearTimeout(timer)
      asking.current.abort()
    }
  }, [eventId, wanted, status, state, slip])

  return {
    list,
    problem: problems[part] ?? '',
    busy,
    wanted,
    /** The lists of other states are those of what was wanted before. */
    setWanted(next: Wanted) {
      setLists(list ? { [part]: list } : {})
      setWanted(next)
    },
    /** Asks once more for the page that was asked for last. */
    loadAgain: () => load(asked.current),
    loadMore: () => load(list?.applicants.length ?? 0),
    /** Loads as many as are shown again. */
    refresh: () => load(0, Math.max(perPage, list?.applicants.length ?? 0)),
  }
}

/** New applicants push the others to later pages, so the next page may begin with people who are listed already;
 *  they are left out. */
function joined<Person extends { id: number }>(before: Person[], more: Person[]): Person[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !known.has(id))]
}

const names: Record<ApplicantSort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  name: 'Name',
  status: 'Status',
}
const options = applicantSorts.map((value) => ({ value, label: names[value] }))

interface ApplicantsToolsProps {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

export function ApplicantsTools({ wanted, onChange }: ApplicantsToolsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
      <Field label="Search">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={wanted.search}
            onChange={({ target }) => onChange({ ...wanted, search: target.value })}
          />
        )}
      </Field>
      <Field label="Sort">
        {(control) => (
          <Select
            {...control}
            options={options}
            value={wanted.sort}
            onChange={({ target }) => onChange({ ...wanted, sort: sortOf(target.value) })}
          />
        )}
      </Field>
    </div>
  )
}

const sortOf = (value: string) => applicantSorts.find((sort) => sort === value) ?? 'newest'

interface DownloadApplicantsProps {
  eventId: number
  /** Whom the table has; everybody where it is left out. */
  wanted?: Partial<Pick<ApplicantQuery, 'search' | 'status' | 'state' | 'slip' | 'sort'>>
}

export function DownloadApplicants({ eventId, wanted = {} }: DownloadApplicantsProps) {
  return (
    <DownloadTable
      file={`event-${eventId}-applicants.csv`}
      load={() => call(exportApplicants, { params: { eventId }, query: wanted })}
    />
  )
}
