import { type RefObject, useCallback, useRef } from 'react'

interface Place {
  /** What is in sight, from the top, and how far below the top of the screen it stands, in pixels. */
  marks: { element: HTMLElement; top: number }[]
  hadFocus: boolean
}

/** Keeps what somebody reads where it is while comments come and go above it: `keep` before they do, `restore` after. Who is
 *  at the top stays there, and sees what is new. */
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
    // What had the focus is gone.
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
