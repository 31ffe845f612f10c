import { isRouteErrorResponse, redirect } from 'react-router'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, type Session } from '#web/lib/session/session.ts'
import { ApiError, errorOf, refusalOf } from './api-error.ts'
import { isExpired, refreshSession } from './refresh.ts'
import { timeoutMs } from './send.ts'

/** How long somebody waits on a weak network for what there is something to stand in for, in milliseconds: the guard
 *  then believes the stored session, and a page without its reader's data does without a visitor's. */
const shortMs = 4_000

interface LoadedByServer {
  /** React Router's call of the page's `loader`: right after hydration it resolves to the rendered data. */
  serverLoader: () => Promise<unknown>
}

/** A `clientLoader` for a page that visitors see too. For somebody who is signed in, `load` calls the API with the
 *  session's token, also once right after hydration; visitors keep the data of the server's `loader`. */
export function personal<Args extends LoadedByServer, T>(load: (args: Args) => Promise<T>) {
  const clientLoader = async (args: Args): Promise<T> => {
    if (readSession() === null) return fromServer(args)
    try {
      return await load(args)
    } catch (error) {
      // Without an answer the rendered data is better than an error.
      if (error instanceof ApiError && error.code === 'no_answer') return fromServer(args, shortMs)
      throw error
    }
  }
  return Object.assign(clientLoader, { hydrate: true as const })
}

/** What the page's `loader` on the server resolves to. Like a call, it throws ApiError where the server does not answer,
 *  not in time, or something else answers in its stead. */
export async function fromServer<T>({ serverLoader }: LoadedByServer, withinMs = timeoutMs): Promise<T> {
  const late = new ApiError('no_answer')
  try {
    return (await Promise.race([serverLoader(), after(withinMs).then(() => Promise.reject(late))])) as T
  } catch (error) {
    if (isRouteErrorResponse(error) && errorOf(error) === null) throw refusalOf(error.status, error.data)
    // Redirects, refusals, and a bug of the loader, of which the server tells no more than that.
    const isAnswered = !(error instanceof Error) || error.message === 'Unexpected Server Error'
    throw isAnswered ? error : late
  }
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
    return await Promise.race([refreshSession(session), after(shortMs).then(() => session)])
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session_expired') throw redirect(loginPath(pathOf(request)))
    return session
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
