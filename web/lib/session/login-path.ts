import { paths } from '#contract/paths.ts'

/** Where to log in, and to come back to `path` afterwards; or another screen on the way, such as /complete-profile. */
export function loginPath(path: string, screen: string = paths.login): string {
  return path === '/' ? screen : `${screen}?next=${encodeURIComponent(path)}`
}

/** The path of this site that `?next=` names; / where it names none, or an address elsewhere. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '/'
  // Browsers read // and /\ as the start of another host, and drop tabs and newlines before they look.
  return /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? next : '/'
}
