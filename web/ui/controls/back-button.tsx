import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'

/** Goes one step back, also after a reload; to `fallback` where that step would leave the site, or where there is
 *  none. */
export function BackButton({ fallback, className = 'icon-button' }: { fallback: string; className?: string }) {
  const navigate = useNavigate()
  const handleClick = () => (hasStepBack() ? navigate(-1) : navigate(fallback, { replace: true }))
  return (
    <button type="button" className={classes(className, 'print:hidden')} aria-label="Back" onClick={handleClick}>
      <ArrowLeft aria-hidden className="size-6" />
    </button>
  )
}

/** Whether the step before this one, in this tab, is a page of this site. */
function hasStepBack(): boolean {
  // The Navigation API lists only the neighbouring entries of this site.
  const navigation: Navigation | undefined = window.navigation
  if (navigation) return navigation.canGoBack
  // Browsers from before 2026 lack it. The router's own count starts again with each full page load.
  return ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
