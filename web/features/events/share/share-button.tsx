import { Share2 } from 'lucide-react'
import { copyAloud } from '#web/lib/files/files.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { addressToCopy, type Shared, useShareAddress } from './unlisted.ts'

/** Opens the device's own share dialog; where it has none, copies the link. */
export function ShareButton({ event }: { event: Shared }) {
  const address = useShareAddress(event)
  return (
    <Button
      variant="secondary"
      className="gap-1.5 px-3 font-normal sm:px-4"
      onClick={() => share(event.event_name, addressToCopy(event, address))}
    >
      <Share2 aria-hidden className="size-5" />
      Share
    </Button>
  )
}

/** Opens the device's own share dialog for an address; where it has none, copies it. */
export async function share(title: string, url: string) {
  if (!('share' in navigator)) return copy(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the device's dialog is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url)
  }
}

const copy = (url: string) => copyAloud(url, 'Event link copied to clipboard!')
