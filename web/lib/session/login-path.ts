import { paths } from '#contract/paths.ts'

/** The address of the login page, or of another screen such as /complete-profile, which leads back to `path`
 *  afterwards. */
export function loginPath(path: string, screen: string = paths.login): string {
  return path === '/' ? screen : `${screen}?next=${encodeURIComponent(path)}`
}

/** The path of this site in `?next=`; / where it names none, or an address of another site. */
export function nextPath(search: URLSearchParams): string {
  const next = search.get('next') ?? '/'
  // Browsers read // and /\ as the start of another host, and drop tabs and newlines before they look.
  return /^\/(?![/\\])[^\t\n\r]*$/.test(next) ? next : '/'
}
