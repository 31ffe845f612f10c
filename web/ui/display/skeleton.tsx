import { classes } from './classes.ts'

/** A grey stand-in in the shape of what comes; give it a size. Say 'Loading...' once beside a group of them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunken', className)} />
}
