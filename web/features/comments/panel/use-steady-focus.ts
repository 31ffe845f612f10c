import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What had the focus, and what may have it instead once it is gone, the nearest first. */
interface Focused {
  element: Element
  instead: (HTMLElement | null | undefined)[]
}

/** Where somebody else's deed takes away what has the focus (a comment, or a button of comments that are closed), moves
 *  it to what is nearest and still there; at last to `region`. Call it in the component that renders the list. */
export function useSteadyFocus(panel: RefObject<HTMLElement | null>, region: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null)

  useEffect(() => {
    function handleFocus({ target }: FocusEvent) {
      const isInside = target instanceof Element && panel.current?.contains(target)
      focused.current = isInside ? { element: target, instead: nearest(target) } : null
    }
    function handleBlur({ target }: FocusEvent) {
      // Whoever leaves by themselves leaves an element that is still there once the page has changed.
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
