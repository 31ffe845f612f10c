import { Link } from 'react-router'
import { useSite } from '#web/lib/page/site.ts'
import { Mark } from '#web/ui/display/mark.tsx'

export function Footer() {
  const { brand } = useSite()
  return (
    <footer className="border-t border-line print:hidden">
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-6 text-sm text-ink-soft sm:px-6">
        <Link to="/" className="flex min-h-11 items-center gap-2 rounded-sm font-medium text-ink">
          <Mark className="size-6" />
          {brand}
        </Link>
        <p>Events to gather for.</p>
      </div>
    </footer>
  )
}
