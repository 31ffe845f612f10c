import { Calendar, CalendarHeart, ChevronLeft, ChevronRight, MapPin, Pause, Play, Video } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { fullDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as discover from '#messages/discover.json'
import * as m from '#messages/home.json'
import { price } from '#web/lib/format/numbers.ts'
import { categoryNames } from '#web/lib/format/terms.ts'
import { truncate, unbroken } from '#web/lib/format/text.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useSwipe } from '#web/lib/swipe.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { EventImage } from '#web/ui/display/event-image.tsx'

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
      <EmptyState icon={CalendarHeart} title={m.noPopular}>
        <p>{discover.noEventsYet}</p>
        <ButtonLink to={paths.discover} variant="secondary">
          {common.discover}
        </ButtonLink>
      </EmptyState>
    )
  }

  return (
    <section
      aria-roledescription={m.rotation}
      aria-label={m.popularNow}
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
            label={fill(m.slideOf, { number: place + 1, count: events.length })}
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
        aria-label={running ? m.pauseRotation : m.startRotation}
        onClick={onToggle}
      >
        <Icon icon={running ? Pause : Play} />
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
      <button type="button" className={control} aria-label={m.previousEvent} onClick={() => onShow(active - 1)}>
        <Icon icon={ChevronLeft} className="size-6" />
      </button>
      <button type="button" className={control} aria-label={m.nextEvent} onClick={() => onShow(active + 1)}>
        <Icon icon={ChevronRight} className="size-6" />
      </button>
    </div>
  )
}

/** Whether a slide is active or adjacent, also around the ends, so that its image is needed soon. */
function isNear(place: number, active: number, count: number): boolean {
  const distance = Math.abs(place - active)
  return Math.min(distance, count - distance) <= 1
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

interface HeroSlideProps {
  event: CardEvent
  /** The slide's position, such as '2 of 8'. */
  label: string
  active: boolean
  /** Whether the slide is active or next to the active one: only then is its image loaded. */
  near: boolean
  first: boolean
}

/** On phones 4 % less than the shown width: a phone that needs 665 pixels then loads the picture of 640 instead of
 *  1,280, whose file is more than twice as large. */
const sizes = '(min-width: 80rem) 47rem, (min-width: 40rem) 60vw, calc(96vw - 2rem)'

/** One event, with its picture beside the text. All slides are stacked, so that the tallest determines the height. */
function HeroSlide({ event, label, active, near, first }: HeroSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group (ARIA's carousel pattern), not a set of fields.
    <div
      role="group"
      aria-roledescription={m.slide}
      aria-label={label}
      className={classes(
        'col-start-1 row-start-1 flex min-w-0 flex-col transition-[opacity,visibility] duration-180 sm:min-h-104 sm:flex-row-reverse',
        active ? 'opacity-100' : 'invisible opacity-0',
      )}
    >
      <div className="relative aspect-5/2 w-full flex-none sm:aspect-auto sm:w-3/5">
        {near ? (
          <EventImage event={event} first={first} sizes={sizes} className="absolute size-full object-cover" />
        ) : null}
      </div>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2 p-4 pb-16 sm:justify-center sm:gap-3 sm:p-8 sm:pb-20 lg:p-10 lg:pb-20">
        <p className="flex flex-wrap gap-x-3 text-sm font-medium">
          <span>{categoryNames[event.category]}</span>
          <span aria-hidden>·</span>
          <span className="figures">{price(event)}</span>
        </p>
        <h2 className="line-clamp-3 text-xl/snug wrap-anywhere sm:text-3xl/snug">{event.event_name}</h2>
        <ul className="flex flex-col gap-1 text-sm sm:text-base">
          <li className="flex items-start gap-2">
            <Icon icon={Calendar} className="mt-1 size-4 shrink-0" />
            <time dateTime={event.start_date_event} className="figures min-w-0">
              {unbroken(fullDate(event.start_date_event))}
            </time>
          </li>
          <HeroVenue event={event} />
        </ul>
        <ButtonLink to={paths.event(event.id)} variant="overlay" className="mt-1">
          <span>
            {common.viewEvent}
            <span className="sr-only">: {event.event_name}</span>
          </span>
        </ButtonLink>
      </div>
    </div>
  )
}

function HeroVenue({ event }: { event: CardEvent }) {
  const words = placeText(event)
  if (words === '') return null
  return (
    <li className="flex items-start gap-2">
      <Icon icon={event.is_online ? Video : MapPin} className="mt-1 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere max-sm:line-clamp-2">
        {event.is_online ? common.online : truncate(words, 50)}
      </span>
    </li>
  )
}
