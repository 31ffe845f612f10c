import { useCallback, useEffect, useRef } from 'react'

/** Keeps the keyboard focus here when a button is replaced or removed, because it was pressed or because the event has
 *  changed: once everything is `settled`, and whenever `offered` changes. Scrolls to the heading of the ticket or application,
 *  even if its panel loads late. */
export function useFocusAfterChange(settled: boolean, offered: string) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLElement>(null)
  const isWithin = useRef(false)
  const wasSettled = useRef(true)
  const awaits = useRef(false)

  const focus = useCallback(() => {
    bringIntoSight(shown.current?.closest('section'))
    const target = shown.current ?? ref.current
    target?.focus({ preventScroll: true })
    awaits.current = shown.current === null
  }, [])

  const heading = useCallback(
    (element: HTMLElement | null) => {
      shown.current = element
      if (element && awaits.current && document.activeElement === ref.current) focus()
    },
    [focus],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `offered` means that the buttons have changed.
  useEffect(() => {
    // The place itself has the focus if everything settled before the page showed the change.
    const isNowhere = [document.body, ref.current].some((element) => element === document.activeElement)
    const isLost = isNowhere && (isWithin.current || !wasSettled.current)
    if (settled && isLost) focus()
    wasSettled.current = settled
  }, [settled, offered, focus])

  return {
    heading,
    place: {
      ref,
      onFocus: () => {
        isWithin.current = true
      },
      onBlur: () => {
        isWithin.current = false
      },
    },
  }
}

/** Scrolls a panel that is partly off the screen to its top, so that no notice covers a button. */
function bringIntoSight(panel: HTMLElement | null | undefined) {
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const [above, below] = [scrollPaddingTop, scrollPaddingBottom].map((padding) => Number.parseFloat(padding) || 0)
  if (top < (above ?? 0) || bottom > window.innerHeight - (below ?? 0)) panel.scrollIntoView({ block: 'start' })
}
