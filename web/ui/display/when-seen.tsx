import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Reserves space and renders its children once it is near the screen. */
export function WhenSeen({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current || seen) return
    const watcher = new IntersectionObserver((entries) => setSeen(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [seen])
  return (
    <div ref={place} className={className}>
      {seen ? children : null}
    </div>
  )
}
