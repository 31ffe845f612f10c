import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Reserves space, and renders its children once they are nearly in view. */
export function WhenSeen({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || isNear) return
    const watcher = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isNear])
  return (
    <div ref={place} className={className}>
      {isNear ? children : null}
    </div>
  )
}
