import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

/** A turning circle, beside words that say what is loading. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classes('shrink-0 animate-spin', className)} />
}
