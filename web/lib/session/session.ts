import { useSyncExternalStore } from 'react'
import type { Role, SignedIn } from '#contract/accounts/auth.ts'
import { forgetAll } from '#web/lib/storage/forgetting.ts'

/** Who is signed in, as the browser's storage knows it (specification, section 3). */
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

/** The session now; null for a visitor, and always null on the server. The same object until something changes. */
export function readSession(): Session | null {
  if (typeof window === 'undefined') return null
  const stored = readStored()
  const text = stored.join('\n')
  if (text !== known.text) known = { text, session: toSession(stored) }
  return known.session
}

/** The session, followed by the component: sign-in, sign-out, refresh, in this tab or another. Null while hydrating. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

export function isOrganizer(session: Session | null): boolean {
  return session?.status === 'Organizer'
}

let loss: 'none' | 'untold' | 'told' = 'none'

/** Whether this tab's session was ended by the server and not by the person: who logs in next is most likely the same one. */
export const wasSessionLost = () => loss !== 'none'

/** The same, for the one who says so: true once for each loss. */
export function takeLoss(): boolean {
  if (loss !== 'untold') return false
  loss = 'told'
  return true
}

export function signIn({ image_url, ...reply }: SignedIn): void {
  updateSession({ ...reply, picture: image_url })
}

/** Changes what is stored of the session: new tokens, a new picture, the role after becoming an organizer. */
export function updateSession(changes: Partial<Session>): void {
  loss = 'none'
  for (const key of keys) {
    if (changes[key] !== undefined) localStorage.setItem(key, String(changes[key]))
  }
  for (const listener of listeners) listener()
}

/**
 * Forgets everything that this browser knows (specification, Logout), tickets kept for a visit without a network and
 * names read at a door included; done when the last store has forgotten. Tell the server first, with `call(logout)`.
 */
export function signOut(): Promise<void> {
  loss = 'none'
  return forget()
}

/** The server ended the session: forgets it as `signOut` does, but the page that was open may be gone back to. */
export function loseSession(): void {
  loss = 'untold'
  void forget()
}

function forget(): Promise<void> {
  const forgotten = forgetAll()
  for (const listener of listeners) listener()
  return forgotten
}

/** When the token ends, in milliseconds since 1970; 0 for a text that is no token. */
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
