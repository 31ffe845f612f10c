import { useState } from 'react'
import type { CardEvent } from '#contract/events/events.ts'
import { pictureSources } from '#contract/pictures.ts'
import { Cover } from './cover.tsx'

interface EventImageProps {
  event: Pick<CardEvent, 'id' | 'category' | 'event_name' | 'event_image'>
  /** The displayed width. */
  sizes: string
  /** Whether the image is visible when the page opens. */
  first?: boolean
  /** Whether the image loads even while it is out of view: a page that is saved for offline use waits for its images. */
  eager?: boolean
  className?: string
}

/** The event's image, or its drawn cover without one or if it fails to load. Decorative: show the name beside it. */
export function EventImage({ event, sizes, first = false, eager = false, className }: EventImageProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { event_image: address } = event
  if (address === '' || address === broken) return <Cover of={event} className={className} />
  const sources = pictureSources(address)
  return (
    <img
      src={address}
      srcSet={sources}
      sizes={sources && sizes}
      alt=""
      width={1280}
      height={720}
      loading={first || eager ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(address)}
      className={className}
    />
  )
}
