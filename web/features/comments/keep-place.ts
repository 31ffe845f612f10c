import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** Elements in sight, the one most likely being read first, and how far each is below the top of the screen, in pixels. */
type ReadingPosition = { element: HTMLElement; top: number }[]

/** Keeps the scroll position steady while comments come and go above what is being read: call `keep` before the change and
 *  `restore` after it. At the top the view stays at the top, so that new comments are seen. */
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

/** The focused element, and what gets the focus once it is gone, the nearest first. */
interface Focused {
  element: Element
  instead: (HTMLElement | null | undefined)[]
}

/** Where somebody else's action removes the focused element (a deleted comment, a button of comments that were closed),
 *  moves the focus to the nearest one that is left, or else to `region`. Call it in the component that renders the list. */
export function useSteadyFocus(panel: RefObject<HTMLElement | null>, region: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null)

  useEffect(() => {
    function handleFocus({ target }: FocusEvent) {
      const isInside = target instanceof Element && panel.current?.contains(target)
      focused.current = isInside ? { element: target, instead: nearest(target) } : null
    }
    function handleBlur({ target }: FocusEvent) {
      // If the viewer moved the focus themselves, the element is still there after the render.
      queueMicrotask(() => {
        if (focused.current?.element === target && focused.current.element.isConnected) focused.current = null
      })
    }
    document.addEventListener('focusin', handleFocus)
    document.addEventListener('focusout', handleBlur)
    return () => {
      document.removeEventListener('focusin', handleFocus)
      document.removeEventListener('focusout', handleBlur)
    }
  }, [panel])

  useLayoutEffect(() => {
    if (focused.current === null || focused.current.element.isConnected) return
    if (document.activeElement !== document.body) return
    for (const element of [...focused.current.instead, region.current]) {
      element?.focus({ preventScroll: true })
      if (element && element === document.activeElement) return
    }
  })
}

const nearest = (element: Element) => [
  element.closest('form')?.querySelector('textarea'),
  element.closest('article'),
  element.closest('li')?.closest('article'),
]
