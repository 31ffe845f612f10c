import { notify } from '#web/lib/notices/notice.tsx'
import { useRouting } from '#web/lib/page/island.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { commentsHash } from './way-back.ts'

/** Leads to the login page and says why; the login leads back to the comments. */
export function useLogin() {
  const { navigate } = useRouting()
  return () => {
    const { pathname, search } = window.location
    notify.failure('Authentication required', { travels: true })
    return navigate(loginPath(`${pathname}${search}${commentsHash}`))
  }
}
