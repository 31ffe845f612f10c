import type { ChangeEvent, ComponentProps } from 'react'
import { futureBirthDate } from '#contract/auth.ts'
import { dayInBangkok } from '#contract/fields.ts'
import { notify } from '#web/lib/notice.tsx'
import { TextInput } from './inputs.tsx'

/** A day up to today. A later one is said to be impossible, and taken out again (specification, section 5). */
export function BirthDateInput({ onChange, ...rest }: ComponentProps<'input'>) {
  const today = dayInBangkok(new Date())

  function handleChange(change: ChangeEvent<HTMLInputElement>) {
    if (change.target.value > today) {
      change.target.value = ''
      notify.failure(futureBirthDate)
    }
    onChange?.(change)
  }

  return <TextInput autoComplete="bday" {...rest} type="date" max={today} onChange={handleChange} className="figures" />
}
