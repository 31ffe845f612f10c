import { CircleAlert, CircleCheck, Info } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from './classes.ts'

const looks = {
  success: { icon: CircleCheck, className: 'border-success bg-success-soft text-success' },
  failure: { icon: CircleAlert, className: 'border-danger bg-danger-soft text-danger' },
  info: { icon: Info, className: 'border-line bg-accent-soft text-accent-ink' },
}

interface MessageProps {
  kind: keyof typeof looks
  /** Whether screen readers announce it when it appears; false for a message shown from the start. */
  announced?: boolean
  children: ReactNode
}

/** A message that stays on the page, such as the result of a form. */
export function Message({ kind, announced = true, children }: MessageProps) {
  const { icon, className } = looks[kind]
  const role = kind === 'failure' ? 'alert' : 'status'
  return (
    <div
      {...(announced && { role })}
      className={classes('flex items-start gap-3 rounded-md border px-4 py-3 text-left', className)}
    >
      <Icon icon={icon} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}

/** Text shown only without JavaScript, in place of something that needs it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="rounded-md border border-line bg-accent-soft px-4 py-3 text-accent-ink">{children}</p>
    </noscript>
  )
}
