import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/lib/icon.tsx'

interface EmptyStateProps {
  icon?: IconNode
  /** As worded in the specification, such as 'No events found'. */
  title: string
  /** What to do next. */
  children?: ReactNode
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon ? (
        <span className="rounded-full bg-accent-soft p-4 text-accent-ink">
          <Icon icon={icon} className="size-8" />
        </span>
      ) : null}
      <p className="text-lg font-medium">{title}</p>
      {children ? <div className="flex flex-col items-center gap-4 text-ink-soft">{children}</div> : null}
    </div>
  )
}
