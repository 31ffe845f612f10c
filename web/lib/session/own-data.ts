import { useEffect, useState } from 'react'
import { readSession, useSession } from './session.ts'

const timeoutMs = 5_000

/**
 * Whether `data` is still what the server rendered for visitors, while the same for the person signed in is on its way:
 * right after the page has come up. What would say the wrong thing until then can wait for it; not for ever.
 */
export function useAwaitsOwn(data: object): boolean {
  const session = useSession()
  const [rendered] = useState(session === null && readSession() !== null ? data : null)
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return patient && session !== null && data === rendered
}
