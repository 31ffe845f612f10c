import { type RefObject, useCallback, useRef } from 'react'

interface Place {
  /** The comments in sight, from top to bottom, with their distance from the top of the screen in pixels. */
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
  const { top: edge } = area.getBoundingClientRect()
  const focused = area.contains(document.activeElement) ? document.activeElement?.closest('article') : null
  const reads = area.scrollTop > 0 || focused
  const articles = [...area.querySelectorAll('article')]
  const inSight = articles.filter((article) => article.getBoundingClientRect().bottom > edge)
  const elements = reads ? [...(focused ? [focused] : []), ...inSight] : []
  return {
    marks: elements.map((element) => ({ element, top: element.getBoundingClientRect().top })),
    hadFocus: area !== document.activeElement && area.contains(document.activeElement),
  }
}
