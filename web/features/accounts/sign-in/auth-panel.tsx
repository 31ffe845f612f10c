import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import * as common from '#messages/common.json'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Mark } from '#web/ui/display/mark.tsx'

interface AuthPanelProps {
  title: string
  subtitle?: ReactNode
  /** For a page that focuses its heading. */
  heading?: Ref<HTMLHeadingElement>
  children?: ReactNode
  /** Links under the panel, for example to the login page. */
  footer?: ReactNode
  /** Whether its content is still to come. */
  loading?: boolean
}

/** A panel in the middle of the screen for one task, such as signing in. */
export function AuthPanel({ title, subtitle, heading, children, footer, loading = false }: AuthPanelProps) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-6 px-4 py-6 sm:py-14">
      <Card className="flex flex-col gap-6 p-5 sm:p-10">
        <header className="flex flex-col items-center gap-3 text-center">
          <Mark className="size-12 max-sm:hidden" />
          <div>
            <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-2xl outline-none">
              {title}
            </h1>
            {subtitle ? <p className="text-ink-soft">{subtitle}</p> : null}
          </div>
        </header>
        {loading ? (
          <p role="status" className="text-center text-ink-soft">
            {common.loading}
          </p>
        ) : null}
        {children}
      </Card>
      {footer ? <p className="text-center text-ink-soft">{footer}</p> : null}
    </div>
  )
}

/** A link in running text, tall enough for a thumb. */
export function PanelLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classes(
        'inline-flex min-h-11 items-center rounded-sm px-1 font-medium text-accent-ink underline underline-offset-4 hover:text-accent-strong',
        className,
      )}
    />
  )
}
