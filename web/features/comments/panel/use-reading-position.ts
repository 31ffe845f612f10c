import { type RefObject, useCallback, useRef } from 'react'

/** Elements in sight, the one that best tells what is being read first, and how far below the top of the screen each
 *  stands, in pixels. */
type ReadingPosition = { element: HTMLElement; top: number }[]

/** Keeps the scroll position steady while comments come and go above what somebody reads: call `keep` before the
 *  change and `restore` after it. A reader at the top stays at the top and sees new comments. */
export function useReadingPosition(region: RefObject<HTMLElement | null>) {
  const position = useRef<ReadingPosition | null>(null)

  const keep = useCallback(() => {
    if (region.current) position.current = positionIn(region.current)
  }, [region])

  const restore = useCallback(() => {
    const area = region.current
    if (area === null || position.current === null) return
    const mark = position.current.find(({ element }) => element.isConnected)
    position.current = null
    if (mark) area.scrollTop += mark.element.getBoundingClientRect().top - mark.top
  }, [region])

  return { keep, restore }
}

function positionIn(area: HTMLElement): ReadingPosition {
  const { top: edge, bottom: end } = area.getBoundingClientRect()
  const active = area.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
  const focused = active === area ? null : active
  const articles = [...area.querySelectorAll('article')]
  const inSight = articles.filter((article) => article.getBoundingClientRect().bottom > edge)
  const begins = (element: HTMLElement) => {
    const { top } = element.getBoundingClientRect()
    return top >= edge && top < end
  }
  // A thread that began further up grows between there and the replies that are in sight.
  const elements = [...(focused ? [focused] : []), ...inSight].filter(begins).concat(inSight.toReversed())
  const reads = area.scrollTop > 0 || focused
  return (reads ? elements : []).map((element) => ({ element, top: element.getBoundingClientRect().top }))
}
