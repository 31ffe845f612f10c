import { type ChangeEvent, type ComponentProps, useEffect, useRef } from 'react'
import { futureBirthDate } from '#contract/accounts/auth.ts'
import { dayInBangkok } from '#contract/dates.ts'
import { dismissNotice, notify } from '#web/lib/notices/notice.tsx'
import { TextInput } from './inputs.tsx'

/** A date up to today. A later date is removed with a notice (specification, section 5), which disappears once a
 *  valid date is entered. */
export function BirthDateInput({ onChange, ...rest }: ComponentProps<'input'>) {
  const today = dayInBangkok(new Date())
  const noticeId = useRef<string>(undefined)

  // The notice is about a field that no longer exists.
  useEffect(() => () => dismissNotice(noticeId.current), [])

  function handleChange(change: ChangeEvent<HTMLInputElement>) {
    if (change.target.value > today) {
      change.target.value = ''
      noticeId.current = notify.failure(futureBirthDate, { needsNetwork: false })
    } else if (change.target.value !== '') {
      dismissNotice(noticeId.current)
    }
    onChange?.(change)
  }

  return <TextInput autoComplete="bday" {...rest} type="date" max={today} onChange={handleChange} className="figures" />
}
