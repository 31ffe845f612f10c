/** Makes the browser save a text as a file. `type` is its content type. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file after this function has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
