import { useState } from 'react'
import type { Event } from '#contract/events/events.ts'
import { eventImage, pictureSources } from '#contract/pictures.ts'

interface EventImageProps {
  event: Pick<Event, 'id' | 'category' | 'event_image'>
  /** The shown width, as the `sizes` attribute expects it. */
  sizes: string
  /** Whether the image is in sight when the page opens. */
  first?: boolean
  className?: string
}

/** An event's image, or the cover that the server draws for it. It is decorative: the event's name stands beside it. */
export function EventImage({ event, sizes, first = false, className }: EventImageProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const address = eventImage(event.event_image === broken ? { ...event, event_image: '' } : event)
  const sources = pictureSources(address)
  return (
    <img
      src={address}
      srcSet={sources}
      sizes={sources && sizes}
      alt=""
      width={1280}
      height={720}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(event.event_image)}
      className={className}
    />
  )
}
