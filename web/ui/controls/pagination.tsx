import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'
import { pageNumbers } from './page-numbers.ts'

interface PaginationProps {
  page: number
  pages: number
  /** Address of a page; the URL is the state. */
  hrefOf: (page: number) => string
}

/** Links to numbered pages, with previous and next; nothing where there is only one page. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  if (pages <= 1) return null
  const numbers = (places: 5 | 7, className: string) => (
    <div className={className}>
      {pageNumbers(page, pages, places).map((number, place) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its position.
          <span key={`gap${place}`} aria-hidden className="w-6 text-center text-ink-soft">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={hrefOf(number)}
            preventScrollReset
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            className={classes('icon-button figures', number === page && 'gradient')}
          >
            {number}
          </Link>
        ),
      )}
    </div>
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center sm:gap-1">
      <Step to={page > 1 ? hrefOf(page - 1) : null} label="Previous page">
        <ChevronLeft aria-hidden className="size-5" />
      </Step>
      {numbers(5, 'flex flex-wrap items-center justify-center sm:hidden')}
      {numbers(7, 'hidden flex-wrap items-center gap-1 sm:flex')}
      <Step to={page < pages ? hrefOf(page + 1) : null} label="Next page">
        <ChevronRight aria-hidden className="size-5" />
      </Step>
    </nav>
  )
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null) {
    return (
      <button type="button" disabled className="icon-button" aria-label={label}>
        {children}
      </button>
    )
  }
  return (
    <Link to={to} preventScrollReset className="icon-button" aria-label={label}>
      {children}
    </Link>
  )
}
