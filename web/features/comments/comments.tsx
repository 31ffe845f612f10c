import { type RefObject, useEffect, useRef, useState } from 'react'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import type { CommentsPanelProps } from './comments-panel.tsx'
import { CommentsPreview, isBackFromLogin, type LeftOff } from './comments-preview.tsx'

type Props = Omit<CommentsPanelProps, 'leftOff'>

const Panel = onDemand(
  async () => (await import('./comments-panel.tsx')).CommentsPanel,
  ({ isNeeded }: CommentsPanelProps & { isNeeded: boolean }) => isNeeded,
  CommentsPreview,
)

/** The comments on an event: read-only at first, and with controls once the viewer scrolls near, the address points
 *  to them, or they have changed. */
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

/** Whether the full panel is needed before the viewer scrolls near: comments have changed, or the event is gone. */
function hasNews({ first, version, isGone, reported }: Props): boolean {
  return isGone || (reported ?? 0) > 0 || (version !== null && version > (first?.version ?? 0))
}

/** Whether an element is or was at most one screen away, or the address points to it or to a comment. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    // The browser itself scrolls too early, because the panel gets its height late.
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
