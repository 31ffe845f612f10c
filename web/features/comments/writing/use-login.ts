import { useNavigate } from 'react-router'
import { notify } from '#web/lib/notices/notice.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { commentsHash } from './way-back.ts'

/** Leads to the login page and says why; the login leads back to the comments. */
export function useLogin() {
  const navigate = useNavigate()
  return () => {
    const { pathname, search } = window.location
    notify.failure('Authentication required', { travels: true })
    return navigate(loginPath(`${pathname}${search}${commentsHash}`))
  }
}
