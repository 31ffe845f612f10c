import { Crop, ImagePlus, X } from 'lucide'
import { type DragEvent, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import * as m from '#messages/event-form.json'
import { useAction } from '#web/lib/api/use-action.ts'
import { type Area, cropped, drawingProblem, imageProblem, useObjectUrl } from '#web/lib/files/pictures.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { ImageFileInput } from '#web/ui/forms/picture-input.tsx'

/** The name of this attempt, for `settle`. */
export const bannerAttempt = 'choose banner'

interface BannerInputProps {
  /** Null for none. */
  file: File | null
  current?: string | undefined
  onChoose: (file: File | null) => void
  /** Removes the current image; undefined if it cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** The event's image, dropped or chosen. */
export function BannerInput({ file, current, onChoose, onRemove }: BannerInputProps) {
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** The uncropped picture. */
  const [whole, setWhole] = useState<File | null>(null)
  const newest = useRef<File>(null)
  const input = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(file) ?? (current || undefined)

  async function handleFile(chosen: File) {
    const before = { file, whole }
    newest.current = chosen
    settle(bannerAttempt)
    const refusal = imageProblem(chosen)
    if (refusal) return showProblem(refusal)
    setProblem(undefined)
    setWhole(chosen)
    onChoose(chosen)
    const undrawn = await drawingProblem(chosen)
    if (undrawn === null || newest.current !== chosen) return
    onChoose(before.file)
    setWhole(before.whole)
    showProblem(undrawn)
  }

  function showProblem(text: string) {
    setProblem(text)
    notify.failure(text, { needsNetwork: false, attempt: bannerAttempt })
  }

  function handleRemove() {
    newest.current = null
    settle(bannerAttempt)
    if (file) onChoose(null)
    else onRemove?.()
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
    <Field label={m.banner} hint={m.bannerHint} beside error={problem}>
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
                alt={m.bannerPreview}
                className="aspect-video w-32 max-w-full shrink-0 object-cover sm:w-full sm:max-w-xl"
              />
            ) : (
              <Icon icon={ImagePlus} className="my-3 ml-4 size-7 shrink-0 text-accent-ink sm:mt-4 sm:mb-0 sm:ml-0" />
            )}
            <span className="min-w-0 flex-1 px-2 py-1 text-accent-ink max-sm:basis-24 max-sm:text-sm sm:px-4 sm:py-3">
              <RichText
                text={preview ? m.chooseAnotherImage : m.chooseImage}
                // Touch cannot drop files.
                tags={{ drop: (words) => <span className="max-sm:hidden">{words}</span> }}
              />
            </span>
          </label>
          {file || (preview && onRemove) ? (
            <div className="flex flex-wrap items-center justify-end gap-x-4 max-sm:flex-col">
              {file ? (
                <>
                  <span className="min-w-0 flex-1 truncate text-sm text-ink-soft max-sm:sr-only">{file.name}</span>
                  <CropBanner file={whole ?? file} onCrop={onChoose} />
                </>
              ) : null}
              <Button variant="quiet" className={iconOnlyOnPhones} title={m.removeImage} onClick={handleRemove}>
                <Icon icon={X} />
                <span className="max-sm:sr-only">{m.removeImage}</span>
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Field>
  )
}

const BannerCropper = onDemand(
  async () => (await import('./banner-cropper.tsx')).BannerCropper,
  () => true,
  () => <Skeleton className="aspect-video" />,
)

/** Icon only on phones. */
const iconOnlyOnPhones = 'shrink-0 whitespace-nowrap max-sm:px-3'

interface CropBannerProps {
  file: File
  onCrop: (file: File) => void
}

/** A dialog to move and zoom the picture. */
function CropBanner({ file, onCrop }: CropBannerProps) {
  const [open, setOpen] = useState(false)
  const { run, busy } = useAction()
  const area = useRef<Area>(null)
  const image = useObjectUrl(open ? file : null)

  async function handleUse() {
    await run(
      async () => {
        if (area.current) onCrop(await cropped(file, area.current))
        setOpen(false)
      },
      () => notify.failure(errors.image_unreadable.message, { needsNetwork: false }),
    )
  }

  return (
    <>
      <Button variant="quiet" className={iconOnlyOnPhones} title={m.moveAndCrop} onClick={() => setOpen(true)}>
        <Icon icon={Crop} />
        <span className="max-sm:sr-only">{m.moveAndCrop}</span>
      </Button>
      <Dialog
        open={open}
        title={m.cropTitle}
        onClose={() => setOpen(false)}
        actions={
          <Button onClick={handleUse} busy={busy && m.cropping}>
            {m.usePart}
          </Button>
        }
      >
        <p className="text-ink-soft">{m.whatPeopleSee}</p>
        {image ? (
          <BannerCropper
            image={image}
            onArea={(seen) => {
              area.current = seen
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}
