import { Share2 } from 'lucide-react'
import { copyText } from '#web/lib/files/clipboard.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { addressToCopy, type Shared, useShareAddress } from './unlisted.ts'

/** The device's own way to share; where it has none, the link is copied. */
export function ShareButton({ event }: { event: Shared }) {
  const address = useShareAddress(event)
  return (
    <Button
      variant="secondary"
      className="px-4 font-normal"
      onClick={() => share(event.event_name, addressToCopy(event, address))}
    >
      <Share2 aria-hidden className="size-5" />
      Share
    </Button>
  )
}

async function share(title: string, url: string) {
  if (!('share' in navigator)) return copy(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Closing the device's sheet is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url)
  }
}

async function copy(url: string) {
  try {
    await copyText(url)
    notify.success('Event link copied to clipboard!')
  } catch {
    notify.failure('Failed to copy link. Please try again.')
  }
}
