import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { secretIn } from './link-secret.ts'

/** Opens the door again when somebody enters another door link into the address of an open page. */
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
