import { type ChangeEvent, type ComponentProps, useEffect, useRef } from 'react'
import { futureBirthDate } from '#contract/accounts/auth.ts'
import { dayInBangkok } from '#contract/dates.ts'
import { dismissNotice, notify } from '#web/lib/notices/notice.tsx'
import { TextInput } from './inputs.tsx'

/** A day up to today. A later day is refused with a message and removed again (specification, section 5); the
 *  message goes once a possible day is given. */
export function BirthDateInput({ onChange, ...rest }: ComponentProps<'input'>) {
  const today = dayInBangkok(new Date())
  const noticeId = useRef<string | null>(null)

  // It would speak of a field that is no longer there.
  useEffect(() => () => dismiss(noticeId.current), [])

  function handleChange(change: ChangeEvent<HTMLInputElement>) {
    if (change.target.value > today) {
      change.target.value = ''
      noticeId.current = notify.failure(futureBirthDate, { needsNetwork: false })
    } else if (change.target.value !== '') {
      dismiss(noticeId.current)
      noticeId.current = null
    }
    onChange?.(change)
  }

  return <TextInput autoComplete="bday" {...rest} type="date" max={today} onChange={handleChange} className="figures" />
}

function dismiss(notice: string | null) {
  if (notice !== null) dismissNotice(notice)
}
