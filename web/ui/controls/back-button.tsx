import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'

/** One step back, also after the page was loaded anew; to `fallback` where that step would leave the site, or is none. */
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
  // Knows only the steps beside this one that are of this site.
  const navigation: Navigation | undefined = window.navigation
  if (navigation) return navigation.canGoBack
  // Browsers from before 2026: the router's own count, which begins anew with each page that is loaded as a whole.
  return ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
