import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'

/** One step back; to `fallback` where the page was opened from outside and there is no step to take. */
export function BackButton({ fallback, className = 'icon-button' }: { fallback: string; className?: string }) {
  const navigate = useNavigate()
  const handleClick = () => {
    const steps = (window.history.state as { idx?: number } | null)?.idx ?? 0
    return steps > 0 ? navigate(-1) : navigate(fallback, { replace: true })
  }
  return (
    <button type="button" className={classes(className, 'print:hidden')} aria-label="Back" onClick={handleClick}>
      <ArrowLeft aria-hidden className="size-6" />
    </button>
  )
}
