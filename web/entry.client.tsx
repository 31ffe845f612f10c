import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
// These stores must be loaded on every page, so that signing out reaches them.
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

// In development Vite serves other files, and a worker would only interfere.
if (import.meta.env.PROD) {
  // The worker is registered once the page is loaded.
  if (document.readyState === 'complete') registerWorker()
  else window.addEventListener('load', registerWorker)
}

function registerWorker() {
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // The product works without a worker, as some browsers forbid it.
  })
}
