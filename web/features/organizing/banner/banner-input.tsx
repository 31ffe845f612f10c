import { ImagePlus, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { drawingProblem } from '#web/lib/files/drawn-image.ts'
import { imageProblem } from '#web/lib/files/image-file.ts'
import { useObjectUrl } from '#web/lib/files/object-url.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ImageFileInput } from '#web/ui/forms/image-file-input.tsx'
import { CropBanner } from './crop-banner.tsx'

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
    notify.failure(words, { needsNetwork: false })
  }

  function handleRemove() {
    newest.current = null
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
    <Field label="Banner" hint="PNG, JPG up to 5MB" error={problem}>
      {(control) => (
        <div className="flex flex-col gap-2">
          <label
            htmlFor={control.id}
            onDragOver={handleDragOver}
            onDragLeave={() => setOver(false)}
            onDrop={handleDrop}
            className={classes(
              'relative flex min-h-28 flex-col items-center justify-center gap-2 overflow-hidden rounded-md border border-dashed text-center transition',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              over ? 'border-accent bg-accent-soft' : 'border-control bg-card hover:bg-accent-soft',
            )}
          >
            <ImageFileInput {...control} ref={input} onFile={handleFile} />
            {preview ? (
              <img src={preview} alt="Preview of the banner" className="aspect-video w-full max-w-xl object-cover" />
            ) : (
              <ImagePlus aria-hidden className="mt-4 size-7 text-accent-ink" />
            )}
            <span className="px-4 py-3 text-accent-ink">
              {preview ? 'Choose another image, or drop it here' : 'Choose an image, or drop it here'}
            </span>
          </label>
          {file || (preview && onLeaveOut) ? (
            <div className="flex flex-wrap items-center justify-end gap-x-4">
              {file ? (
                <>
                  <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">{file.name}</span>
                  <CropBanner file={whole ?? file} onCrop={onChoose} />
                </>
              ) : null}
              <Button variant="quiet" className="shrink-0 whitespace-nowrap" onClick={handleRemove}>
                <X aria-hidden className="size-5" />
                Remove image
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Field>
  )
}
