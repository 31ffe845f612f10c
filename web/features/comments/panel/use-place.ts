import { type RefObject, useCallback, useRef } from 'react'

interface Place {
  /** Elements in sight, the one that best tells what is being read first, and how far below the top of the screen each
   *  stands, in pixels. */
  marks: { element: HTMLElement; top: number }[]
  hadFocus: boolean
}

/** Keeps the scroll position steady while comments come and go above what somebody reads: call `keep` before the
 *  change and `restore` after it. A reader at the top stays at the top and sees new comments. */
export function usePlace(region: RefObject<HTMLElement | null>) {
  const place = useRef<Place | null>(null)

  const keep = useCallback(() => {
    if (region.current) place.current = placeIn(region.current)
  }, [region])

  const restore = useCallback(() => {
    const area = region.current
    if (area === null || place.current === null) return
    const { marks, hadFocus } = place.current
    place.current = null
    const mark = marks.find(({ element }) => element.isConnected)
    if (mark) area.scrollTop += mark.element.getBoundingClientRect().top - mark.top
    // The comment that had the focus is gone.
    if (hadFocus && !area.contains(document.activeElement)) area.focus({ preventScroll: true })
  }, [region])

  return { keep, restore }
}

function placeIn(area: HTMLElement): Place {
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
  return {
    marks: (reads ? elements : []).map((element) => ({ element, top: element.getBoundingClientRect().top })),
    hadFocus: focused !== null,
  }
}
