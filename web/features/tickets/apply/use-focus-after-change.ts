import { type RefObject, useEffect, useRef } from 'react'

/** Keeps the keyboard focus here when a button is replaced or disappears, because it was pressed or because the
 *  event has changed: once all is `settled`, and whenever what is `offered` changes. The ticket's heading, where there is
 *  one, is brought into sight for it. */
export function useFocusAfterChange(settled: boolean, offered: string, heading: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `offered` means that the buttons have changed.
  useEffect(() => {
    // The place itself has it where all settled before the page showed what has changed.
    const isNowhere = [document.body, ref.current].some((element) => element === document.activeElement)
    const isLost = isNowhere && (isWithin.current || !wasSettled.current)
    if (settled && isLost) {
      bringIntoSight(heading.current?.closest('section'))
      const target = heading.current ?? ref.current
      target?.focus({ preventScroll: true })
    }
    wasSettled.current = settled
  }, [settled, offered, heading])
  return {
    ref,
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: () => {
      isWithin.current = false
    },
  }
}

/** Scrolls a panel that is not whole on the screen to its top, below what stands there: a notice lies over no button then. */
function bringIntoSight(panel: HTMLElement | null | undefined) {
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const [above, below] = [scrollPaddingTop, scrollPaddingBottom].map((padding) => Number.parseFloat(padding) || 0)
  if (top < (above ?? 0) || bottom > window.innerHeight - (below ?? 0)) panel.scrollIntoView({ block: 'start' })
}
