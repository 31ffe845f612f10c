import * as m from '#messages/ui.json'
import { notify } from '#web/lib/notices/notice.tsx'

/** Copies a text to the clipboard. Throws if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  // The clipboard API exists only on https and localhost; a venue's local network may use plain http.
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

/** Copies a text and shows a notice about the result. */
export async function copyWithNotice(text: string, success: string, failure = m.linkNotCopied): Promise<void> {
  try {
    await copyText(text)
    notify.success(success)
  } catch {
    notify.failure(failure, { needsNetwork: false })
  }
}

/** Opens the device's share dialog, or copies the address and shows the notice `copied`. */
export async function share(shared: { title?: string; url: string }, copied: string): Promise<void> {
  if (!('share' in navigator)) return copyWithNotice(shared.url, copied)
  try {
    await navigator.share(shared)
  } catch (error) {
    // Closing the dialog is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyWithNotice(shared.url, copied)
  }
}

/** Downloads a file to the device. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
