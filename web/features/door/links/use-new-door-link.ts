import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { secretIn } from './link-secret.ts'

/** Opens the door anew when somebody puts another door link into the address of a page that is open. */
export function useNewDoorLink(): void {
  const { revalidate } = useRevalidator()
  const open = useEffectEvent(() => {
    if (secretIn(window.location.hash) !== null) void revalidate()
  })
  useEffect(() => {
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
}
