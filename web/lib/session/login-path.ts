import { paths } from '#contract/paths.ts'

/** The address of the login page, or of another screen such as /complete-profile, that returns to `path` afterwards. */
export function loginPath(path: string, screen: string = paths.login): string {
  return path === '/' ? screen : `${screen}?next=${encodeURIComponent(path)}`
}

/** The path in `?next=`; / without one, or if it leads to another site. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '/'
  // Browsers read // and /\ as the start of another host, and remove tabs and newlines first.
  return /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? next : '/'
}
