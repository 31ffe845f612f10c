import { isRouteErrorResponse, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { withoutLanguage } from '#contract/language/languages.ts'
import * as m from '#messages/api.json'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, type Session } from '#web/lib/session/session.ts'
import { ApiError, errorOf, refusalOf } from './api-error.ts'
import { isExpired, refreshSession } from './call.ts'
import { timeoutMs } from './send.ts'

/** The timeout if there is a fallback: the guard then trusts the stored session, and a page that got no personal
 *  data gives up on the visitors' data too. */
const shortMs = 4_000

interface LoadedByServer {
  /** Calls the page's `loader` on the server; right after hydration it resolves to the rendered data. */
  serverLoader: () => Promise<unknown>
}

/** A `clientLoader` for pages that visitors also see. For signed-in users `load` calls the API with the session's
 *  token, also right after hydration. Visitors keep the data of the server's `loader`. */
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
  // Without a session the rendered data is right, so a phone need not render the page again.
  return Object.assign(clientLoader, { hydrate: (readSession() !== null) as true })
}

/** The result of the page's `loader` on the server. Throws ApiError if the server does not answer in time or a proxy
 *  answers instead. */
export async function fromServer<T>({ serverLoader }: LoadedByServer, withinMs = timeoutMs): Promise<T> {
  const late = new ApiError('no_answer')
  try {
    return (await Promise.race([serverLoader(), after(withinMs).then(() => Promise.reject(late))])) as T
  } catch (error) {
    if (isRouteErrorResponse(error) && errorOf(error) === null) throw refusalOf(error.status, error.data)
    // Redirects, refusals, and errors in the loader, which the server reports without details.
    const isReply = !(error instanceof Error) || error.message === 'Unexpected Server Error'
    throw isReply ? error : late
  }
}

/** For a part of a page whose failure must not hide the rest: null if it cannot be loaded. Throws if the session has
 *  ended. */
export async function orNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return null
  }
}

/** The session of a protected page; redirects to /login without one. The guard has already renewed an expired one. */
export function requireSession(request: Request): Session {
  const session = readSession()
  if (session === null) throw redirect(loginPath(pathOf(request)))
  return session
}

/** Like `requireSession`, with a notice about the redirect (specification, Account Details and Organizer Profile). */
export function requireSessionWithNotice(request: Request): Session {
  if (readSession() === null) notify.failure(m.notLoggedIn, { showOnNextPage: true })
  return requireSession(request)
}

/** A `shouldRevalidate` for pages that have loaded everything already when only the search of their address changes. */
export function unlessOnlySearchChanged({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.pathname !== nextUrl.pathname) return true
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

/** For the guard: a session with a valid token, or the stored one if the server does not answer. */
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
  return withoutLanguage(pathname) + search
}
