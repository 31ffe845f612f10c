import type { CardEvent } from '#contract/events/events.ts'
import { pictureSources } from '#contract/pictures.ts'
import { classes } from '#web/ui/display/classes.ts'
import { Cover } from '#web/ui/display/cover.tsx'

interface EventPictureProps {
  event: CardEvent | null
  /** The event's id, for the cover of an event that cannot be loaded (any more). */
  eventId: number
  sizes: string
  /** Classes that set the aspect ratio. */
  className: string
}

/** The event's image, or its cover where it has none. It is decorative: the name stands beside it. */
export function EventPicture({ event, eventId, sizes, className }: EventPictureProps) {
  if (!event?.event_image) {
    const of = event ?? { id: eventId, category: 'OTHER' as const, event_name: '' }
    return <Cover of={of} className={classes('w-full', className)} />
  }
  return (
    <img
      src={event.event_image}
      srcSet={pictureSources(event.event_image)}
      sizes={sizes}
      alt=""
      width={640}
      height={320}
      className={classes('w-full bg-sunken object-cover', className)}
    />
  )
}
