import { type RefObject, useEffect, useRef, useState } from 'react'
import { late } from '#web/lib/page/late.tsx'
import type { CommentsPanelProps } from './comments-panel.tsx'
import { CommentsPreview, isBackFromLogin, type LeftOff } from './comments-preview.tsx'

type Props = Omit<CommentsPanelProps, 'leftOff'>

const Panel = late(
  async () => (await import('./comments-panel.tsx')).CommentsPanel,
  ({ isNeeded }: CommentsPanelProps & { isNeeded: boolean }) => isNeeded,
  CommentsPreview,
)

/** The comments on an event: only to read at first, and with their controls once the viewer scrolls near, the address names
 *  them, or there is news for them. */
export function Comments(props: Props) {
  const place = useRef<HTMLDivElement>(null)
  const leftOff = useRef<LeftOff>({ top: 0, focused: false })
  const isNear = useNear(place)
  return (
    <div ref={place}>
      <Panel {...props} leftOff={leftOff} isNeeded={isNear || hasNews(props)} />
    </div>
  )
}

/** Changed comments are fetched, and those of an event that is gone say so, before the viewer scrolls near. */
function hasNews({ first, version, isGone, reported }: Props): boolean {
  return isGone || (reported ?? 0) > 0 || (version !== null && version > (first?.version ?? 0))
}

/** Whether an element is, or was, at most one screen away, or the address names it or a comment. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    // The browser alone would miss it, as the panel gets its height late.
    if (isBackFromLogin()) document.getElementById('comments')?.scrollIntoView()
    if (window.location.hash.startsWith('#comment')) return setNear(true)
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isNear
}
