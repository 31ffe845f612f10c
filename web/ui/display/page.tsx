import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'

const widths = { wide: 'max-w-7xl', editor: 'max-w-4xl', text: 'max-w-3xl', reading: 'max-w-2xl', form: 'max-w-xl' }

interface PageProps {
  /** The heading; leave it out if the page has its own h1. */
  title?: string
  subtitle?: ReactNode
  /** For a page that focuses its heading. */
  heading?: Ref<HTMLHeadingElement>
  /** Buttons beside the heading. */
  actions?: ReactNode
  width?: keyof typeof widths
  className?: string
  children?: ReactNode
}

/** The frame of a screen's content: one width, one margin, one heading. */
export function Page({ title, subtitle, heading, actions, width = 'wide', className, children }: PageProps) {
  return (
    <div className={classes('mx-auto w-full px-4 py-6 sm:px-6 sm:py-10', widths[width], className)}>
      {title ? (
        <header className="mb-6 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
          <div className="min-w-0">
            <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-2xl outline-none sm:text-3xl">
              {title}
            </h1>
            {subtitle ? <p className="text-lg wrap-anywhere text-ink-soft">{subtitle}</p> : null}
          </div>
          {actions}
        </header>
      ) : null}
      {children}
    </div>
  )
}
