import type { ChangeEvent, ComponentProps } from 'react'
import { imageAccept } from '#web/lib/files/image-file.ts'

interface ImageFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange' | 'className'> {
  onFile: (file: File) => void
}

/** Takes a picture from the device. Not seen itself: the label around it shows what was chosen, and the focus. */
export function ImageFileInput({ onFile, ...rest }: ImageFileInputProps) {
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // So that the same file can be chosen again after it failed, or was taken out.
    target.value = ''
    if (file) onFile(file)
  }

  return <input {...rest} type="file" accept={imageAccept} onChange={handleChange} className="sr-only" />
}
