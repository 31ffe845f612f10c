import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** The visible elements, the one most likely being read first, with their distance from the top of the screen in
 *  pixels. */
type ReadingPosition = { element: HTMLElement; top: number }[]

/** Keeps the text being read in place while comments above it come and go: call `keep` before a change and `restore`
 *  after it. At the top the list stays at the top, so that new comments are visible. */
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
  // A thread that starts above the visible area grows between its start and the visible replies.
  const elements = [...(focused ? [focused] : []), ...inSight].filter(begins).concat(inSight.toReversed())
  const reads = area.scrollTop > 0 || focused
  return (reads ? elements : []).map((element) => ({ element, top: element.getBoundingClientRect().top }))
}

/** The focused element, and those that get the focus once it is gone, nearest first. */
interface Focused {
  element: Element
  instead: (HTMLElement | null | undefined)[]
}

/** If somebody else's action removes the focused element (a deleted comment, or a button of closed comments), moves
 *  the focus to the nearest remaining element, or else to `region`. Call it in the component that renders the list. */
export function useSteadyFocus(panel: RefObject<HTMLElement | null>, region: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null)

  useEffect(() => {
    function handleFocus({ target }: FocusEvent) {
      const isInside = target instanceof Element && panel.current?.contains(target)
      focused.current = isInside ? { element: target, instead: nearest(target) } : null
    }
    function handleBlur({ target }: FocusEvent) {
      // If the viewer moved the focus, the element still exists after the render.
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
