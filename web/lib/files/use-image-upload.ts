import { type ChangeEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { imageProblem } from './image-file.ts'
import { useObjectUrl } from './object-url.ts'

interface ImageUpload {
  upload: (file: File, onProgress: (sent: number) => void) => Promise<unknown>
  /** What to say where it fails. */
  failure: string
}

/** Sends a picture as soon as it is chosen. `sent` is how much of it has left, null while nothing is being sent. */
export function useImageUpload({ upload, failure }: ImageUpload) {
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const { revalidate } = useRevalidator()

  async function send(chosen: File) {
    setFile(chosen)
    setSent(0)
    try {
      await upload(chosen, setSent)
      settle(failure)
      await revalidate()
    } catch {
      notify.failure(failure, { deed: failure })
    }
    setSent(null)
    setFile(null)
  }

  async function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0]
    // So that the same file can be chosen again after it failed.
    target.value = ''
    if (chosen === undefined) return
    const problem = imageProblem(chosen)
    if (problem) return notify.failure(problem, { deed: failure })
    await send(chosen)
  }

  return { preview: useObjectUrl(file), sent, handleChange }
}
