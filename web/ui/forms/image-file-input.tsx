import type { ChangeEvent, ComponentProps } from 'react'
import { imageAccept } from '#web/lib/files/pictures.ts'

interface ImageFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange' | 'className'> {
  onFile: (file: File) => void
}

/** Chooses a picture from the device. It is invisible itself: the label around it shows the choice and the focus. */
export function ImageFileInput({ onFile, ...rest }: ImageFileInputProps) {
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // This allows choosing the same file again after it failed or was removed.
    target.value = ''
    if (file) onFile(file)
  }

  return <input {...rest} type="file" accept={imageAccept} onChange={handleChange} className="sr-only" />
}
