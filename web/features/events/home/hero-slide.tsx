import { CalendarDays, MapPin, Video } from 'lucide-react'
import { fullDate } from '#contract/dates.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { EventImage } from '#web/features/events/card/event-image.tsx'
import { price } from '#web/lib/format/numbers.ts'
import { humanize, truncate, unbroken } from '#web/lib/format/text.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'

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
export function HeroSlide({ event, label, active, near, first }: HeroSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group (ARIA's carousel pattern), not a set of fields.
    <div
      role="group"
      aria-roledescription="slide"
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
          <span>{humanize(event.category)}</span>
          <span aria-hidden>·</span>
          <span className="figures">{price(event)}</span>
        </p>
        <h2 className="line-clamp-3 text-xl/snug wrap-anywhere sm:text-3xl/snug">{event.event_name}</h2>
        <ul className="flex flex-col gap-1 text-sm sm:text-base">
          <li className="flex items-start gap-2">
            <CalendarDays aria-hidden className="mt-1 size-4 shrink-0" />
            <time dateTime={event.start_date_event} className="figures min-w-0">
              {unbroken(fullDate(event.start_date_event))}
            </time>
          </li>
          <HeroVenue event={event} />
        </ul>
        <ButtonLink to={paths.event(event.id)} variant="overlay" className="mt-1">
          <span>
            View Event
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
  const Icon = event.is_online ? Video : MapPin
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere max-sm:line-clamp-1">
        {event.is_online ? 'Online' : truncate(words, 50)}
      </span>
    </li>
  )
}
