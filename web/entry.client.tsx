import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// Stores that sign-out must reach on every page.
import '#web/features/door/phone/door-storage.ts'
import '#web/lib/offline/offline.ts'
import '#web/lib/storage/kept.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

// Vite serves other files while developing, and a worker would only be in its way.
if (import.meta.env.PROD) {
  // Once the page has all it needs.
  if (document.readyState === 'complete') registerWorker()
  else window.addEventListener('load', registerWorker)
}

function registerWorker() {
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // The product works without, so it must where a browser forbids it.
  })
}
