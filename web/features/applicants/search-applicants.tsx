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

/** An event's applicants, of all states or one, 50 more at a time. `list` is null until the first ones of this state are loaded; if
 *  loading them again fails, the old list stays. */
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
  /** Whether a press of a button is being answered. */
  const [busy, setBusy] = useState(false)
  const request = useRef(new AbortController())
  /** How many applicants to show. */
  const limit = useRef(perPage)

  /** Loads all that are to be shown. Only the newest request counts; older ones are aborted. */
  async function load() {
    request.current.abort()
    request.current = new AbortController()
    const { signal } = request.current
    try {
      const query = { ...wanted, status, state, slip, limit: limit.current }
      const { items, total } = await callCounted(listApplicants, { params: { eventId }, query }, { signal })
      setLists((before) => ({ ...before, [part]: { applicants: items, total } }))
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
    limit.current = perPage
    const timer = setTimeout(load, wanted.search ? pause : 0)
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
    loadAgain() {
      setBusy(true)
      return load()
    },
    loadMore() {
      setBusy(true)
      limit.current += perPage
      return load()
    },
    /** After a live update; shows no busy button. */
    refresh: load,
  }
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
