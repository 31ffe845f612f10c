import { Crop } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { type Area, cropped, useObjectUrl } from '#web/lib/files/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'

const BannerCropper = lazy(() => import('./cropper.tsx'))

/** A button of the banner: its sign alone on phones, beside the picture. */
export const onlySign = 'shrink-0 whitespace-nowrap max-sm:px-3'

interface CropBannerProps {
  /** The picture as it was chosen. */
  file: File
  onCrop: (file: File) => void
}

/** Opens a dialog in which the picture is moved and enlarged until it shows what it should. */
export function CropBanner({ file, onCrop }: CropBannerProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const area = useRef<Area>(null)
  const image = useObjectUrl(open ? file : null)

  async function handleUse() {
    setBusy(true)
    try {
      if (area.current) onCrop(await cropped(file, area.current))
      setOpen(false)
    } catch {
      notify.failure(errors.image_unreadable.message, { needsNetwork: false })
    }
    setBusy(false)
  }

  return (
    <>
      <Button variant="quiet" className={onlySign} title="Move and crop" onClick={() => setOpen(true)}>
        <Crop aria-hidden className="size-5" />
        <span className="max-sm:sr-only">Move and crop</span>
      </Button>
      <Dialog
        open={open}
        title="Move and crop the picture"
        onClose={() => setOpen(false)}
        actions={
          <Button onClick={handleUse} busy={busy && 'Cropping...'}>
            Use this part
          </Button>
        }
      >
        <p className="text-ink-soft">What you see here is what people will see.</p>
        <Suspense fallback={<Skeleton className="aspect-video" />}>
          {image ? (
            <BannerCropper
              image={image}
              onArea={(seen) => {
                area.current = seen
              }}
            />
          ) : null}
        </Suspense>
      </Dialog>
    </>
  )
}
