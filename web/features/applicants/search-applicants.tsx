import { useEffect, useRef, useState } from 'react'
import { fill } from '#contract/language/messages.ts'
import {
  type Applicant,
  type ApplicantQuery,
  type ApplicantSort,
  applicantSorts,
  exportApplicants,
  type FellowApplicant,
  listApplicants,
} from '#contract/tickets/applicants.ts'
import * as m from '#messages/applicants.json'
import * as common from '#messages/common.json'
import * as tables from '#messages/tables.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { DownloadTable } from '#web/ui/controls/csv-buttons.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'

interface Wanted {
  search: string
  sort: ApplicantSort
}

interface Loaded {
  applicants: (Applicant | FellowApplicant)[]
  /** The number of matches on all pages together. */
  total: number
}

const perPage = 50
/** The search runs after this pause in typing, in milliseconds. */
const pause = 300

/** An event's applicants, a page at a time, of all states or one. `list` is null until the first page of this state is loaded;
 *  if loading it again fails, the old list stays. */
export function useApplicants(
  eventId: number,
  { status, state, slip }: Pick<ApplicantQuery, 'status' | 'state' | 'slip'> = {},
) {
  const [wanted, setWanted] = useState<Wanted>({ search: '', sort: 'newest' })
  /** By state, so that no tab shows another one's list. */
  const [lists, setLists] = useState<Record<string, Loaded>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const part = `${eventId} ${status} ${state} ${slip}`
  const list = lists[part] ?? null
  const [busy, setBusy] = useState(false)
  const request = useRef(new AbortController())
  const lastCursor = useRef(0)

  /** Only the newest request counts; older ones are aborted. */
  async function load(cursor: number, limit = perPage) {
    request.current.abort()
    request.current = new AbortController()
    const { signal } = request.current
    lastCursor.current = cursor
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
      const text = messageOf(error, m.notLoaded)
      setProblems((before) => ({ ...before, [part]: text }))
    }
    setBusy(false)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` changes with the search and the order.
  useEffect(() => {
    const timer = setTimeout(() => load(0), wanted.search ? pause : 0)
    return () => {
      clearTimeout(timer)
      request.current.abort()
    }
  }, [eventId, wanted, status, state, slip])

  return {
    list,
    problem: problems[part] ?? '',
    busy,
    wanted,
    /** Drops the lists of other states, which are those of the previous search. */
    setWanted(next: Wanted) {
      setLists(list ? { [part]: list } : {})
      setWanted(next)
    },
    /** Loads the last requested page again. */
    loadAgain: () => load(lastCursor.current),
    loadMore: () => load(list?.applicants.length ?? 0),
    /** Loads all shown applicants again. */
    refresh: () => load(0, Math.max(perPage, list?.applicants.length ?? 0)),
  }
}

/** New applicants push others to later pages, so the next page may repeat people who are listed already. */
function joined<Person extends { id: number }>(before: Person[], more: Person[]): Person[] {
  const known = new Set(before.map(({ id }) => id))
  return [...before, ...more.filter(({ id }) => !known.has(id))]
}

const names: Record<ApplicantSort, string> = {
  newest: m.newest,
  oldest: m.oldest,
  name: common.name,
  status: m.status,
}
const options = applicantSorts.map((value) => ({ value, label: names[value] }))

interface ApplicantsToolsProps {
  wanted: Wanted
  onChange: (wanted: Wanted) => void
}

export function ApplicantsTools({ wanted, onChange }: ApplicantsToolsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
      <Field label={m.search}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            value={wanted.search}
            onChange={({ target }) => onChange({ ...wanted, search: target.value })}
          />
        )}
      </Field>
      <Field label={m.sort}>
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
  /** All applicants by default. */
  wanted?: Partial<Pick<ApplicantQuery, 'search' | 'status' | 'state' | 'slip' | 'sort'>>
}

export function DownloadApplicants({ eventId, wanted = {} }: DownloadApplicantsProps) {
  return (
    <DownloadTable
      file={fill(tables.fileApplicants, { event: eventId })}
      load={() => call(exportApplicants, { params: { eventId }, query: wanted })}
    />
  )
}
