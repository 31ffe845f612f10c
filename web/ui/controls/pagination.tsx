import { ChevronLeft, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'

interface PaginationProps {
  page: number
  pages: number
  /** The address of a page. */
  hrefOf: (page: number) => string
}

/** Links to numbered pages, with previous and next. Nothing for a single page. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  if (pages <= 1) return null
  const numbers = (places: 5 | 7, className: string) => (
    <div className={className}>
      {pageNumbers(page, pages, places).map((number, place) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position.
          <span key={`gap${place}`} aria-hidden className="w-6 text-center text-ink-soft">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={hrefOf(number)}
            preventScrollReset
            aria-label={fill(m.page, { number })}
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
    <nav aria-label={m.pages} className="flex flex-wrap items-center justify-center sm:gap-1">
      <Step to={hrefOf(Math.max(1, page - 1))} isEnd={page <= 1} label={m.previousPage}>
        <Icon icon={ChevronLeft} />
      </Step>
      {numbers(5, 'flex flex-wrap items-center justify-center sm:hidden')}
      {numbers(7, 'hidden flex-wrap items-center gap-1 sm:flex')}
      <Step to={hrefOf(Math.min(pages, page + 1))} isEnd={page >= pages} label={m.nextPage}>
        <Icon icon={ChevronRight} />
      </Step>
      <span aria-live="polite" className="sr-only">
        {fill(m.pageOf, { page, pages })}
      </span>
    </nav>
  )
}

interface StepProps {
  to: string
  /** Disabled, but still focusable: the user may have reached the last page by pressing it. */
  isEnd: boolean
  label: string
  children: ReactNode
}

function Step({ to, isEnd, label, children }: StepProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-disabled={isEnd ? true : undefined}
      onClick={(press) => (isEnd ? press.preventDefault() : undefined)}
      className="icon-button"
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** The page numbers to show in this many places; null is a gap. Seven places: `[1, null, 4, 5, 6, null, 20]`; five, for
 *  phones: `[1, null, 5, null, 20]`. */
export function pageNumbers(page: number, pages: number, places: 5 | 7): (number | null)[] {
  const from = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place)
  if (pages <= places) return from(1, pages)
  const side = places - 2
  if (page < side) return [...from(1, side), null, pages]
  if (page > pages - side + 1) return [1, null, ...from(pages - side + 1, side)]
  const middle = places - 4
  return [1, null, ...from(page - (middle - 1) / 2, middle), null, pages]
}
