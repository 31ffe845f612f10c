import type { CardEvent } from '#contract/events/events.ts'
import { eventImage, pictureSources } from '#contract/pictures.ts'
import { classes } from '#web/ui/display/classes.ts'

interface EventPictureProps {
  event: CardEvent | null
  /** The event's id, for the cover of an event that cannot be loaded (any more). */
  eventId: number
  sizes: string
  /** Classes that set the aspect ratio. */
  className: string
}

/** The event's image, or the cover that the server draws. It is decorative: the name stands beside it. */
export function EventPicture({ event, eventId, sizes, className }: EventPictureProps) {
  const address = eventImage(event ?? { id: eventId, category: 'OTHER', event_image: '' })
  return (
    <img
      src={address}
      srcSet={pictureSources(address)}
      sizes={sizes}
      alt=""
      width={640}
      height={320}
      className={classes('w-full bg-sunken object-cover', className)}
    />
  )
}
