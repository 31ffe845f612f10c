import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Role, SignedIn } from '#contract/accounts/auth.ts'
import { type Language, languageCookie } from '#contract/language/languages.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { forgetAll } from '#web/lib/storage/storage.ts'

/** The signed-in user, as stored in the browser (specification, section 3). */
export interface Session {
  access_token: string
  refresh_token: string
  username: string
  status: Role
  id: number
  /** The address of the profile picture; '' without one. */
  picture: string
}

const keys = ['access_token', 'refresh_token', 'username', 'status', 'id', 'picture'] as const
const sessions = createListeners()
let known: { text: string; session: Session | null } = { text: '', session: null }

/** The current session; null for a visitor and on the server. The same object until something changes. */
export function readSession(): Session | null {
  if (typeof window === 'undefined') return null
  const stored = readStored()
  const text = stored.join('\n')
  if (text !== known.text) {
    known = { text, session: toSession(stored) }
    // Perhaps another tab has signed in.
    if (known.session !== null) sessionLoss = 'none'
  }
  return known.session
}

/** The session as a hook: it follows sign-in, sign-out and refresh, in this tab or another. Null during hydration. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

export function isOrganizer(session: Session | null): boolean {
  return session?.status === 'Organizer'
}

let sessionLoss: 'none' | 'pending' | 'reported' = 'none'

/** Whether the server ended this tab's session, so that the next login is probably by the same person. */
export const wasSessionLost = () => sessionLoss !== 'none'

/** Returns true once for each session that the server ended, to show one notice about it. */
export function takeLoss(): boolean {
  if (sessionLoss !== 'pending') return false
  sessionLoss = 'reported'
  return true
}

export function signIn({ image_url, language, ...reply }: SignedIn): void {
  rememberLanguage(language)
  updateSession({ ...reply, picture: image_url })
}

/** Changes the stored session: new tokens, a new picture, the role after becoming an organizer. */
export function updateSession(changes: Partial<Session>): void {
  sessionLoss = 'none'
  for (const key of keys) {
    if (changes[key] !== undefined) localStorage.setItem(key, String(changes[key]))
  }
  sessions.emit()
}

/** Deletes everything stored in this browser (specification, Logout), including offline tickets and guests' names.
 *  Resolves once all stores are empty. Call the server's `logout` first. */
export function signOut(): Promise<void> {
  sessionLoss = 'none'
  return forget()
}

/** Also deletes unsent texts, because the account is deleted. */
export function forgetAccount(): Promise<void> {
  sessionLoss = 'none'
  return forget(true)
}

/** Deletes a session that the server ended, like `signOut`, but the next login returns to the open page. Does
 *  nothing if the session has changed since. */
export function loseSession({ access_token }: Session): void {
  if (readSession()?.access_token !== access_token) return
  sessionLoss = 'pending'
  void forget()
}

function forget(forGood = false): Promise<void> {
  const forgotten = forgetAll(forGood)
  sessions.emit()
  return forgotten
}

/** The expiry of a token, in milliseconds since 1970; 0 if the text is not a token. */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : 0
  } catch {
    return 0
  }
}

function subscribe(listener: () => void): () => void {
  const stop = sessions.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
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

const ownDataTimeoutMs = 5_000

/** Whether `data` is still the visitors' data while the signed-in user's own is being loaded, right after hydration.
 *  Content that would be wrong until then can wait for it, for a limited time. */
export function useAwaitsOwn(data: object): boolean {
  const session = useSession()
  const [rendered] = useState(session === null && readSession() !== null ? data : null)
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), ownDataTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return isWaiting && session !== null && data === rendered
}

const oneYear = 365 * 86_400

/** Links from outside then open in this language, in this browser. */
export function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}
