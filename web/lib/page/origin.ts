import { useSyncExternalStore } from 'react'
import { useSite } from './site.ts'

const never = () => () => {}

/** Scheme and host of this page, for links that leave the site; until hydration the operator's setting, or ''. */
export function useOrigin(): string {
  const { url } = useSite()
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => url,
  )
}
