import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  accent: 'bg-accent-soft text-accent-ink',
  neutral: 'bg-sunken text-ink-soft',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

/** A short label for a state or kind. */
export function Badge({ tone = 'accent', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classes('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium', tones[tone])}
    >
      {children}
    </span>
  )
}
