/** Reads from browser storage, which may be forbidden or full: reading then returns null, and writing does nothing. */
export function readItem(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

export function writeItem(storage: 'localStorage' | 'sessionStorage', key: string, value: string): void {
  try {
    window[storage].setItem(key, value)
  } catch {
    // Without storage the value lasts as long as the page.
  }
}
