import { useSyncExternalStore } from 'react'
import { writeItem } from '#web/lib/storage/storage.ts'

const listeners = new Set<() => void>()

/** Whether the sidebar stays open. The root element's attribute is the truth: theme.ts sets it before the first paint. */
export function useSidebarPin(): { pinned: boolean; togglePin: () => void } {
  const pinned = useSyncExternalStore(subscribe, isPinned, () => false)
  return { pinned, togglePin }
}

function togglePin() {
  const next = isPinned() ? 'collapsed' : 'open'
  document.documentElement.dataset.sidebar = next
  writeItem('localStorage', 'sidebar', next)
  for (const listener of listeners) listener()
}

const isPinned = () => document.documentElement.dataset.sidebar === 'open'

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
