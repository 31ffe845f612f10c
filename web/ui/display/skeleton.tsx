import { classes } from './classes.ts'

/** A grey placeholder in the shape of the coming content; give it a size. Say 'Loading...' once beside a group of
 *  them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunken', className)} />
}
