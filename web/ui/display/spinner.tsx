import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

/** Turning circle beside words that say what is being waited for. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classes('shrink-0 animate-spin', className)} />
}
