import { type ApplicantSort, applicantSorts } from '#contract/tickets/applicants.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'
import type { Wanted } from './use-applicants.ts'

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
