import { Crop, ImagePlus, X } from 'lucide-react'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { type Area, cropped, drawingProblem, imageProblem, useObjectUrl } from '#web/lib/files/pictures.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { ImageFileInput } from '#web/ui/forms/picture-input.tsx'

/** The name of choosing a banner, for `settle`. */
export const bannerDeed = 'choose banner'

interface BannerInputProps {
  /** The chosen file; null where there is none. */
  file: File | null
  /** The address of the event's current image. */
  current?: string | undefined
  onChoose: (file: File | null) => void
  /** Leaves the current image out; undefined where it cannot be. */
  onLeaveOut?: (() => void) | undefined
}

/** The event's image, which is dropped here or chosen. */
export function BannerInput({ file, current, onChoose, onLeaveOut }: BannerInputProps) {
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The picture before it was cropped, as long as the form is open. */
  const [whole, setWhole] = useState<File | null>(null)
  const newest = useRef<File>(null)
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(file) ?? (current || undefined)

  async function handleFile(chosen: File) {
    newest.current = chosen
    settle(bannerDeed)
    const refusal = imageProblem(chosen)
    if (refusal) return refuse(refusal)
    setProblem(undefined)
    setWhole(chosen)
    onChoose(chosen)
    const undrawn = await drawingProblem(chosen)
    if (undrawn === null || newest.current !== chosen) return
    onChoose(null)
    refuse(undrawn)
  }

  function refuse(words: string) {
    setProblem(words)
    notify.failure(words, { needsNetwork: false, attempt: bannerDeed })
  }

  function handleRemove() {
    newest.current = null
    settle(bannerDeed)
    if (file) onChoose(null)
    else onLeaveOut?.()
    // The button disappears with the focus, so the input takes it.
    input.current?.focus()
  }

  function handleDrop(drop: DragEvent) {
    drop.preventDefault()
    setOver(false)
    const dropped = drop.dataTransfer.files[0]
    if (dropped) handleFile(dropped)
  }

  function handleDragOver(drag: DragEvent) {
    drag.preventDefault()
    setOver(true)
  }

  return (
    <Field label="Banner" hint="PNG, JPG up to 5MB" beside error={problem}>
      {(control) => (
        <div className="flex items-center gap-x-2 sm:flex-col sm:items-stretch">
          <label
            htmlFor={control.id}
            onDragOver={handleDragOver}
            onDragLeave={() => setOver(false)}
            onDrop={handleDrop}
            className={classes(
              'relative flex min-w-0 flex-1 items-center justify-center gap-2 overflow-hidden rounded-md border border-dashed text-center transition max-sm:flex-wrap sm:min-h-28 sm:flex-col',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              over ? 'border-accent bg-accent-soft' : 'border-control bg-card hover:bg-accent-soft',
            )}
          >
            <ImageFileInput {...control} ref={input} onFile={handleFile} />
            {preview ? (
              <img
                src={preview}
                alt="Preview of the banner"
                className="aspect-video w-32 max-w-full shrink-0 object-cover sm:w-full sm:max-w-xl"
              />
            ) : (
              <ImagePlus aria-hidden className="my-3 ml-4 size-7 shrink-0 text-accent-ink sm:mt-4 sm:mb-0 sm:ml-0" />
            )}
            <span className="min-w-0 flex-1 px-2 py-1 text-accent-ink max-sm:basis-24 max-sm:text-sm sm:px-4 sm:py-3">
              {preview ? 'Choose another image' : 'Choose an image'}
              {/* Nothing is dropped with a finger. */}
              <span className="max-sm:hidden">, or drop it here</span>
            </span>
          </label>
          {file || (preview && onLeaveOut) ? (
            <div className="flex flex-wrap items-center justify-end gap-x-4 max-sm:flex-col">
              {file ? (
                <>
                  <span className="min-w-0 flex-1 truncate text-sm text-ink-soft max-sm:sr-only">{file.name}</span>
                  <CropBanner file={whole ?? file} onCrop={onChoose} />
                </>
              ) : null}
              <Button variant="quiet" className={onlySign} title="Remove image" onClick={handleRemove}>
                <X aria-hidden className="size-5" />
                <span className="max-sm:sr-only">Remove image</span>
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Field>
  )
}

const BannerCropper = lazy(() => import('./banner-cropper.tsx'))

/** A button of the banner: its sign alone on phones, beside the picture. */
const onlySign = 'shrink-0 whitespace-nowrap max-sm:px-3'

interface CropBannerProps {
  /** The picture as it was chosen. */
  file: File
  onCrop: (file: File) => void
}

/** Opens a dialog in which the picture is moved and enlarged until it shows what it should. */
function CropBanner({ file, onCrop }: CropBannerProps) {
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
