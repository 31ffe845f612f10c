import { useRef, useState } from 'react'

/** The picture of a form. */
export interface FormPicture {
  /** The address of the one that is on the server already, '' for none. */
  stored: string
  /** The file that was chosen since, which takes its place; null for none. */
  file: File | null
}

/** The picture as it is shown, and as it is now: what is chosen while something is being sent is in `now` at once. */
export function useFormPicture(first: FormPicture) {
  const [shown, setShown] = useState(first)
  const now = useRef(first)

  function set(picture: FormPicture) {
    now.current = picture
    setShown(picture)
  }

  return { shown, now: () => now.current, set }
}

/** What the form holds once `sent` is saved and stands at `address`, where it holds `now` by then. */
export function afterSaving(sent: FormPicture, now: FormPicture, address: string): FormPicture {
  // A file that was sent and is taken out meanwhile is what the address shows.
  const isTakenOut = sent.file !== null && now.file === null
  return {
    stored: isTakenOut ? '' : now.stored === sent.stored ? address : now.stored,
    file: now.file === sent.file ? null : now.file,
  }
}
