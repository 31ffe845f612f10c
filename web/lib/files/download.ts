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
