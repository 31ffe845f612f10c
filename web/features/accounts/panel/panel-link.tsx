import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'

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
