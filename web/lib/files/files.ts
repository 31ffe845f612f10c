import { notify } from '#web/lib/notices/notice.tsx'

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

/** Copies, with a notice about the result. */
export async function copyWithNotice(
  text: string,
  success: string,
  failure = 'Failed to copy link. Please try again.',
): Promise<void> {
  try {
    await copyText(text)
    notify.success(success)
  } catch {
    notify.failure(failure, { needsNetwork: false })
  }
}

/** Makes the browser save a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
