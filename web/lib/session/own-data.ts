import { useEffect, useState } from 'react'
import { readSession, useSession } from './session.ts'

const timeoutMs = 5_000

/** Whether `data` is still the server's page for visitors while the data of the signed-in user is being loaded,
 *  right after hydration. Content that would be wrong until then can wait for it, for a limited time. */
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
