import { useEffect, useRef } from 'react'
import { inLanguage } from '#contract/language/languages.ts'

/** The ref of a row of links, which scrolls sideways until the link to `path` is in its middle. */
export function useCentredTab(path: string) {
  const row = useRef<HTMLElement>(null)
  // Scrolls only the row: `scrollIntoView` would scroll the page, too.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[href="${inLanguage(path)}"]`)
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [path])
  return row
}
