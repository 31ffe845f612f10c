import { redirect } from 'react-router'
import { notify } from '#web/lib/notices/notice-store.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, type Session } from '#web/lib/session/session.ts'
import { ApiError } from './api-error.ts'
import { isExpired, refreshSession } from './refresh.ts'

/** How long the guard waits on a weak network before it believes the stored session, in milliseconds. */
const timeoutMs = 4_000

/** A `clientLoader` for a page that visitors see too. For somebody who is signed in, `load` calls the API with the
 *  session's token, also once right after hydration; visitors keep the data of the server's `loader`. */
export function personal<Args extends { serverLoader: () => Promise<unknown> }, T>(load: (args: Args) => Promise<T>) {
  const clientLoader = async (args: Args): Promise<T> => {
    if (readSession() === null) return (await args.serverLoader()) as T
    try {
      return await load(args)
    } catch (error) {
      // Without an answer the rendered data is better than an error.
      if (error instanceof ApiError && error.code === 'no_answer') return (await args.serverLoader()) as T
      throw error
    }
  }
  return Object.assign(clientLoader, { hydrate: true as const })
}

/** The session of a protected page; redirects to /login where there is none. The guard has already renewed an
 *  expired one. */
export function requireSession(request: Request): Session {
  const session = readSession()
  if (session === null) throw redirect(loginPath(pathOf(request)))
  return session
}

/** Like `requireSession`, for pages that say why they redirect (specification, Account Details and Organizer
 *  Profile). */
export function requireSessionAloud(request: Request): Session {
  if (readSession() === null) notify.failure('You are not logged in. Redirecting to login page...', { travels: true })
  return requireSession(request)
}

/** Resolves to a session with a valid token, for the guard. Where the server does not answer, the stored session is
 *  trusted. */
export async function checkSession(request: Request): Promise<Session> {
  const session = requireSession(request)
  if (!isExpired(session)) return session
  try {
    return await Promise.race([refreshSession(session), after(timeoutMs, session)])
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_expired') throw redirect(loginPath(pathOf(request)))
    return session
  }
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds))
}

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
