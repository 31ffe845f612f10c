import { Camera } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { ProgressBar } from '#web/ui/display/progress-bar.tsx'
import { ImageFileInput } from './image-file-input.tsx'

interface PictureInputProps {
  /** The input's name: 'Profile picture'. */
  label: string
  picture: string
  /** The name whose first letter replaces a missing picture. */
  name: string
  /** The share of a new picture that has been sent, from 0 to 1; null while none is being sent. */
  sent: number | null
  onFile: (file: File) => void
}

/** A round picture; a press chooses another one. */
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
          <Camera aria-hidden className="size-5" />
        </span>
      </label>
      {sent === null ? null : <ProgressBar label="Uploading the picture" done={sent} />}
    </div>
  )
}
