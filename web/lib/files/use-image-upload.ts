import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { isImage } from './image-file.ts'
import { useObjectUrl } from './object-url.ts'
import { useSending } from './use-sending.ts'

interface ImageUpload {
  upload: (file: File, onProgress: (sent: number) => void) => Promise<unknown>
  /** The words for a failure. */
  failure: string
}

/** Sends a picture as soon as it is chosen, and shows it in the meantime. */
export function useImageUpload({ upload, failure }: ImageUpload) {
  const [file, setFile] = useState<File | null>(null)
  const { sent, send } = useSending()
  const { revalidate } = useRevalidator()

  async function handleFile(chosen: File) {
    if (!isImage(chosen, failure)) return
    setFile(chosen)
    try {
      await send(async (onProgress) => {
        await upload(chosen, onProgress)
        settle(failure)
        await revalidate()
      })
    } catch {
      notify.failure(failure, { attempt: failure })
    }
    setFile(null)
  }

  return { preview: useObjectUrl(file), sent, handleFile }
}
