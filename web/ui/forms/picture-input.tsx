import { Camera } from 'lucide'
import { type ChangeEvent, type ComponentProps, useId } from 'react'
import * as m from '#messages/ui.json'
import { imageAccept } from '#web/lib/files/pictures.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'

interface PictureInputProps {
  /** The input's label: 'Profile picture'. */
  label: string
  picture: string
  /** The name whose first letter stands in for a missing picture. */
  name: string
  /** The share of a new picture that has been sent, from 0 to 1; null while none is being sent. */
  sent: number | null
  onFile: (file: File) => void
}

/** A round picture that a press replaces. */
export function PictureInput({ label, picture, name, sent, onFile }: PictureInputProps) {
  const id = useId()
  return (
    <div className="flex w-28 flex-col gap-2">
      <label
        htmlFor={id}
        className="group relative block rounded-full has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      >
        <ImageFileInput id={id} aria-label={label} disabled={sent !== null} onFile={onFile} />
        <Avatar picture={picture} name={name} className="size-28 text-3xl ring-4 ring-card" />
        <span className="absolute right-0 bottom-0 grid size-11 place-items-center rounded-full border border-line bg-card text-accent-ink shadow-card transition group-hover:bg-accent-soft">
          <Icon icon={Camera} />
        </span>
      </label>
      {sent === null ? null : <ProgressBar label={m.uploadingPicture} done={sent} />}
    </div>
  )
}

interface ImageFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange' | 'className'> {
  onFile: (file: File) => void
}

/** Chooses a picture from the device. The input is invisible: the label around it shows the choice and the focus. */
export function ImageFileInput({ onFile, ...rest }: ImageFileInputProps) {
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Allows choosing the same file again after it failed or was removed.
    target.value = ''
    if (file) onFile(file)
  }

  return <input {...rest} type="file" accept={imageAccept} onChange={handleChange} className="sr-only" />
}

/** The progress of an upload, from 0 to 1. */
export function ProgressBar({ label, done }: { label: string; done: number }) {
  const percent = Math.round(done * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border"
    >
      <div className="gradient h-full rounded-full transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
