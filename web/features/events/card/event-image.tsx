import { useState } from 'react'
import type { CardEvent } from '#contract/events/events.ts'
import { pictureSources } from '#contract/pictures.ts'
import { Cover } from '#web/ui/display/cover.tsx'

interface EventImageProps {
  event: Pick<CardEvent, 'id' | 'category' | 'event_name' | 'event_image'>
  /** The shown width, as the `sizes` attribute expects it. */
  sizes: string
  /** Whether the image is in sight when the page opens. */
  first?: boolean
  className?: string
}

/** An event's image, or its cover where it has none or one that cannot be loaded. It is decorative: the event's name stands beside it. */
export function EventImage({ event, sizes, first = false, className }: EventImageProps) {
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
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(address)}
      className={className}
    />
  )
}
