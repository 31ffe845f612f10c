import { Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Payment } from '#contract/tickets/payments.ts'
import { download } from '#web/lib/files/files.ts'
import { price } from '#web/lib/format/numbers.ts'
import { truncate } from '#web/lib/format/text.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { codePicture } from './code-picture.ts'

/** The code as a picture, for those who pay on the phone that shows it. */
export function SaveCode({ payment, code }: { payment: Payment; code: string }) {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => {
    const probe = new File([''], 'code.png', { type: 'image/png' })
    setCanShare(navigator.canShare?.({ files: [probe] }) ?? false)
  }, [])

  const draw = () => {
    const amount = price({ is_free: false, ticket_price: payment.amount_satang / 100 })
    return codePicture(code, [amount, truncate(payment.event_name, 40)], `promptpay-${payment.ticket_id}.png`)
  }

  async function handleSave() {
    try {
      const picture = await draw()
      download(picture.name, picture)
      notify.success('QR code saved. Open it in your banking app.')
    } catch {
      notify.failure('The QR code could not be saved. Take a screenshot instead.', { needsNetwork: false })
    }
  }

  async function handleShare() {
    try {
      await navigator.share({ files: [await draw()] })
    } catch (error) {
      // Whoever closes the browser's sheet has changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify.failure('The QR code could not be saved. Take a screenshot instead.', { needsNetwork: false })
    }
  }

  return (
    <div className="flex flex-wrap justify-center gap-2 print:hidden">
      <Button variant="secondary" onClick={handleSave}>
        <Download aria-hidden className="size-5" />
        Save QR code
      </Button>
      {canShare ? (
        <Button variant="secondary" onClick={handleShare}>
          <Share2 aria-hidden className="size-5" />
          Share QR code
        </Button>
      ) : null}
    </div>
  )
}
