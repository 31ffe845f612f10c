import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A raised surface on the page. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('rounded-lg border border-line bg-card shadow-card', className)} />
}
