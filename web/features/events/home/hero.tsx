import { CalendarHeart, ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { useHydrated } from '#web/lib/page/hydrated.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { HeroSlide } from './hero-slide.tsx'

/** How long each slide is shown (specification, section 9). */
const slideMs = 5_000

const reducedMotion = '(prefers-reduced-motion: reduce)'

/** Rotates through popular events. Pauses while the pointer or the focus is inside, and stops when the viewer stops
 *  it. */
export function Hero({ events }: { events: CardEvent[] }) {
  const [held, setHeld] = useState(false)
  const { active, running, toggleRunning, show } = useRotation(events.length, held)
  const isHydrated = useHydrated()
  const swipe = useSwipe((step) => show(active + step))

  if (events.length === 0) {
    return (
      <EmptyState icon={<CalendarHeart aria-hidden className="size-8" />} title="No popular events to display.">
        <p>Events appear here as soon as an organizer publishes one.</p>
        <ButtonLink to={paths.discover} variant="secondary">
          Discover
        </ButtonLink>
      </EmptyState>
    )
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Popular right now"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...swipe}
      className="relative overflow-hidden rounded-lg bg-shade text-white shadow-float"
    >
      {events.length > 1 ? (
        <HeroControls count={events.length} active={active} running={running} onToggle={toggleRunning} onShow={show} />
      ) : null}
      <div className="grid grid-cols-1" aria-live={running && !held ? 'off' : 'polite'}>
        {events.map((event, place) => (
          <HeroSlide
            key={event.id}
            event={event}
            label={`${place + 1} of ${events.length}`}
            active={place === active}
            near={place === active || ((isHydrated || held) && isNear(place, active, events.length))}
            first={place === 0}
          />
        ))}
      </div>
    </section>
  )
}

interface ControlsProps {
  count: number
  active: number
  running: boolean
  onToggle: () => void
  onShow: (place: number) => void
}

const control =
  'inline-grid size-11 place-items-center rounded-full transition hover:bg-white/20 focus-visible:outline-white'

function HeroControls({ count, active, running, onToggle, onShow }: ControlsProps) {
  return (
    <div className="absolute inset-x-2 bottom-2 z-10 flex items-center sm:right-auto sm:left-4 sm:w-[calc(40%-2rem)] lg:left-6">
      <button
        type="button"
        className={control}
        aria-label={running ? 'Pause rotation' : 'Start rotation'}
        onClick={onToggle}
      >
        {running ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
      </button>
      <div aria-hidden className="mx-auto flex gap-2">
        {Array.from({ length: count }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified only by its position.
            key={place}
            className={classes(
              'h-1.5 rounded-full bg-white transition-all',
              place === active ? 'w-6' : 'w-1.5 opacity-50',
            )}
          />
        ))}
      </div>
      <button type="button" className={control} aria-label="Previous event" onClick={() => onShow(active - 1)}>
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <button type="button" className={control} aria-label="Next event" onClick={() => onShow(active + 1)}>
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </div>
  )
}

/** Whether a slide is active or adjacent, also around the ends, so that its image is needed soon. */
function isNear(place: number, active: number, count: number): boolean {
  const distance = Math.abs(place - active)
  return Math.min(distance, count - distance) <= 1
}

/** Calls back with 1 for a swipe to the left and -1 for a swipe to the right; vertical swipes scroll the page. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef({ x: 0, y: 0 })
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = { x: touches[0]?.clientX ?? 0, y: touches[0]?.clientY ?? 0 }
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const across = (changedTouches[0]?.clientX ?? 0) - start.current.x
      const along = (changedTouches[0]?.clientY ?? 0) - start.current.y
      if (Math.abs(across) > 40 && Math.abs(across) > Math.abs(along)) onSwipe(across < 0 ? 1 : -1)
    },
  }
}

/** The active one of `count` slides, which changes every five seconds. Pauses while `held`, when the viewer pauses
 *  it, and initially for people who prefer reduced motion. */
function useRotation(count: number, held: boolean) {
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const prefersReducedMotion = useSyncExternalStore(
    subscribeStill,
    () => window.matchMedia(reducedMotion).matches,
    () => false,
  )
  const running = (chosen ?? !prefersReducedMotion) && count > 1

  // A change of `active` restarts the timer, so that a slide chosen by hand gets its full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!running || held) return
    const timer = setTimeout(() => setActive((now) => (now + 1) % count), slideMs)
    return () => clearTimeout(timer)
  }, [running, held, count, active])

  return {
    active: active % Math.max(1, count),
    running,
    toggleRunning: () => setChosen(!running),
    show: (place: number) => setActive((place + count) % count),
  }
}

function subscribeStill(listener: () => void): () => void {
  const query = window.matchMedia(reducedMotion)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
