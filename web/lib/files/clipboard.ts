import { notify } from '#web/lib/notices/notice-store.ts'

/** Puts a text on the clipboard. Throws where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // The clipboard API exists only on https and localhost, which the local network of a venue may lack.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('The browser did not copy.')
}

/** Copies what its reader pressed to have, and says so; where the browser does not allow it, it says `failure`. */
export async function copyAloud(
  text: string,
  said: string,
  failure = 'Failed to copy link. Please try again.',
): Promise<void> {
  try {
    await copyText(text)
    notify.success(said)
  } catch {
    notify.failure(failure, { needsNetwork: false })
  }
}
