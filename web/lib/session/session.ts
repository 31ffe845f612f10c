import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Role, SignedIn } from '#contract/accounts/auth.ts'
import { forgetAll } from '#web/lib/storage/storage.ts'

/** The user who is signed in, as the browser's storage has it (specification, section 3). */
export interface Session {
  access_token: string
  refresh_token: string
  username: string
  status: Role
  id: number
  /** Address of the profile picture, '' where there is none. */
  picture: string
}

const keys = ['access_token', 'refresh_token', 'username', 'status', 'id', 'picture'] as const
const listeners = new Set<() => void>()
let known: { text: string; session: Session | null } = { text: '', session: null }

/** The current session; null for a visitor, and always null on the server. It is the same object until something
 *  changes. */
export function readSession(): Session | null {
  if (typeof window === 'undefined') return null
  const stored = readStored()
  const text = stored.join('\n')
  if (text !== known.text) known = { text, session: toSession(stored) }
  return known.session
}

/** The session as a hook: it follows sign-in, sign-out and refresh, in this tab or another. Null during hydration. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

export function isOrganizer(session: Session | null): boolean {
  return session?.status === 'Organizer'
}

let loss: 'none' | 'pending' | 'reported' = 'none'

/** Whether the server ended this tab's session: the next login is most likely by the same person. */
export const wasSessionLost = () => loss !== 'none'

/** True once per session that the server ended, for the notice about it. */
export function takeLoss(): boolean {
  if (loss !== 'pending') return false
  loss = 'reported'
  return true
}

export function signIn({ image_url, ...reply }: SignedIn): void {
  updateSession({ ...reply, picture: image_url })
}

/** Changes the stored session: new tokens, a new picture, the role after becoming an organizer. */
export function updateSession(changes: Partial<Session>): void {
  loss = 'none'
  for (const key of keys) {
    if (changes[key] !== undefined) localStorage.setItem(key, String(changes[key]))
  }
  for (const listener of listeners) listener()
}

/** Deletes everything stored in this browser (specification, Logout), including offline tickets and names from a door.
 *  Resolves when the last store is empty. Call the server's `logout` first. */
export function signOut(): Promise<void> {
  loss = 'none'
  return forget()
}

/** Also deletes unsent texts, because the account is deleted. */
export function forgetAccount(): Promise<void> {
  loss = 'none'
  return forget(true)
}

/** Deletes a session that the server ended, as `signOut` does, but the open page can be returned to after the login.
 *  Does nothing if the session has changed since then. */
export function loseSession({ access_token }: Session): void {
  if (readSession()?.access_token !== access_token) return
  loss = 'pending'
  void forget()
}

function forget(forGood = false): Promise<void> {
  const forgotten = forgetAll(forGood)
  for (const listener of listeners) listener()
  return forgotten
}

/** The expiry of a token, in milliseconds since 1970; 0 for a text that is no token. */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return 0
  }
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function readStored(): (string | null)[] {
  try {
    return keys.map((key) => localStorage.getItem(key))
  } catch {
    return []
  }
}

function toSession(stored: (string | null)[]): Session | null {
  const [access_token, refresh_token, username, status, id, picture] = stored
  if (!access_token) return null
  return {
    access_token,
    refresh_token: refresh_token ?? '',
    username: username ?? '',
    status: status === 'Organizer' ? 'Organizer' : 'Attendee',
    id: Number(id),
    picture: picture && picture !== 'null' ? picture : '',
  }
}

/** In milliseconds. */
const ownDataTimeout = 5_000

/** Whether `data` is still the server's page for visitors while the data of the signed-in user is being loaded,
 *  right after hydration. Content that would be wrong until then can wait for it, for a limited time. */
export function useAwaitsOwn(data: object): boolean {
  const session = useSession()
  const [rendered] = useState(session === null && readSession() !== null ? data : null)
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), ownDataTimeout)
    return () => clearTimeout(timer)
  }, [])
  return patient && session !== null && data === rendered
}
