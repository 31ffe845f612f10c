import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { clockNow } from '#web/lib/clock.ts'
import { forgetAtSignOut } from '#web/lib/storage/storage.ts'

// Signing out clears these stores from every page. They load on demand, because most pages do not need them.
forgetAtSignOut(async () => (await import('#web/features/door/phone/door-storage.ts')).deleteOwnGuests)
forgetAtSignOut(async () => (await import('#web/lib/offline/offline.ts')).deleteCachedPages)
forgetAtSignOut(async () => (await import('#web/lib/storage/saved-values.ts')).forgetSession)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

// After the page has loaded, so as not to compete with it.
if (document.readyState === 'complete') startAfterLoad()
else window.addEventListener('load', startAfterLoad)

function startAfterLoad() {
  // Rejects if the browser does not allow storage.
  deleteOldGuests().catch(() => {})
  // In development Vite serves other files, and a worker would only interfere.
  if (import.meta.env.PROD) registerWorker()
}

/** A helper's phone may never open check-in again. Other phones have no such database and do not load the code. */
async function deleteOldGuests() {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'door')) return
  const { deleteOld } = await import('#web/features/door/phone/door-storage.ts')
  await deleteOld(clockNow())
}

function registerWorker() {
  navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
    // Some browsers forbid workers; the product works without one.
  })
}
