import { ChevronLeft, ChevronRight } from 'lucide'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'

/** Pixels scrolled by one press of a button (specification, section 9). */
const step = 400

interface CarouselProps {
  title: string
  subtitle?: string
  /** Each child is an <li>. */
  children: ReactNode
}

/** A titled row that scrolls sideways by touch, wheel, keyboard, or its two buttons. */
export function Carousel({ title, subtitle, children }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const { atStart, atEnd, handleScroll } = useEnds(row)
  const { scroll, handleScrollEnd } = useSteps(row)
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div className="flex items-end justify-between gap-4">
        <div>
          <h2 className="text-xl">{title}</h2>
          {subtitle ? <p className="text-ink-soft">{subtitle}</p> : null}
        </div>
        <div className="hidden gap-1 sm:flex">
          <button
            type="button"
            className="icon-button"
            aria-label={fill(m.previousIn, { title })}
            disabled={atStart}
            onClick={() => scroll(-step)}
          >
            <Icon icon={ChevronLeft} className="size-6" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={fill(m.nextIn, { title })}
            disabled={atEnd}
            onClick={() => scroll(step)}
          >
            <Icon icon={ChevronRight} className="size-6" />
          </button>
        </div>
      </div>
      <ul
        ref={row}
        // Cards snap only on phones: elsewhere snapping would undo a step by the buttons.
        onScroll={handleScroll}
        onScrollEnd={handleScrollEnd}
        // Pictures load once they are in view, see styles.css.
        data-only-seen
        className="-mx-4 flex scroll-px-4 [scrollbar-width:none] gap-4 overflow-x-auto px-4 pt-1 pb-6 max-sm:snap-x sm:-mx-6 sm:scroll-px-6 sm:px-6"
      >
        {children}
      </ul>
    </section>
  )
}

/** Scrolls by some pixels. A press during a scroll continues from where that scroll will end. */
function useSteps(row: React.RefObject<HTMLUListElement | null>) {
  const target = useRef<{ from: number; to: number } | null>(null)

  function scroll(by: number) {
    if (!row.current) return
    const { scrollLeft: from, scrollWidth, clientWidth } = row.current
    const before = target.current
    // Not all browsers report the end of scrolling. A position outside this scroll means that the user has scrolled.
    const isUnderWay = before !== null && (from - before.from) * (from - before.to) <= 0
    const wanted = (isUnderWay ? before.to : from) + by
    const to = Math.min(Math.max(wanted, 0), scrollWidth - clientWidth)
    target.current = { from, to }
    row.current.scrollTo({ left: to, behavior: 'smooth' })
  }

  const handleScrollEnd = () => {
    target.current = null
  }
  return { scroll, handleScrollEnd }
}

function useEnds(row: React.RefObject<HTMLUListElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false })
  const handleScroll = useCallback(() => {
    if (!row.current) return
    const { scrollLeft, scrollWidth, clientWidth } = row.current
    setEnds({ atStart: scrollLeft <= 1, atEnd: scrollLeft + clientWidth >= scrollWidth - 1 })
  }, [row])
  useEffect(() => {
    handleScroll()
    window.addEventListener('resize', handleScroll)
    return () => window.removeEventListener('resize', handleScroll)
  }, [handleScroll])
  return { ...ends, handleScroll }
}
