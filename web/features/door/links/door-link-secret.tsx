import { Copy, Share2 } from 'lucide-react'
import { copyAloud } from '#web/lib/files/files.ts'
import { useOrigin } from '#web/lib/page/origin.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'

interface DoorLinkSecretProps {
  /** The link that was just made; null closes the dialog. */
  link: { name: string; secret: string } | null
  eventId: number
  eventName: string
  onClose: () => void
}

/** Shows a door link, which is possible only once: for the helper's camera, to copy, or to send. */
export function DoorLinkSecret({ link, eventId, eventName, onClose }: DoorLinkSecretProps) {
  const address = `${useOrigin()}/events/${eventId}/check-in#${link?.secret}`
  const canShare = typeof navigator !== 'undefined' && 'share' in navigator

  const handleCopy = () => copyAloud(address, 'Door link copied to clipboard!')

  async function handleShare() {
    try {
      await navigator.share({ title: `Check in: ${eventName}`, url: address })
    } catch {
      // Sharing was cancelled; the link is still here to copy.
    }
  }

  return (
    <Dialog
      open={link !== null}
      title={`Door link “${link?.name}”`}
      onClose={onClose}
      actions={
        <>
          {canShare ? (
            <Button variant="secondary" onClick={handleShare}>
              <Share2 aria-hidden className="size-5" />
              Share
            </Button>
          ) : null}
          <Button onClick={handleCopy}>
            <Copy aria-hidden className="size-5" />
            Copy Link
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">
        Let a helper scan this with their phone, or send them the link. It is shown only now; whoever has it can check
        tickets in until you revoke it.
      </p>
      <div className="self-center rounded-md border border-line bg-white p-[min(1rem,4.5vw)]">
        <QrCode text={address} size={220} label={`QR code of the door link ${link?.name}`} />
      </div>
      <p className="rounded-md bg-sunken px-4 py-3 text-sm break-all">{address}</p>
    </Dialog>
  )
}
