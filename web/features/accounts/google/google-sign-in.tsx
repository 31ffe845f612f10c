import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { signInWithGoogle } from '#web/features/accounts/sign-in/sign-in.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath, nextPath } from '#web/lib/session/login-path.ts'
import { GoogleButton } from './google-button.tsx'

/** Signing in with Google, under a divider; nothing where the operator has set no client id. */
export function GoogleSignIn() {
  const { google_client_id: clientId } = useSite()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  if (clientId === '') return null

  async function handleCredential(token: string) {
    setBusy(true)
    try {
      const { complete } = await signInWithGoogle(token)
      const next = nextPath(params)
      notify.success('Successfully logged in!', { travels: true })
      await navigate(complete ? next : loginPath(next, paths.completeProfile), { replace: true })
    } catch (error) {
      notify.failure(messageOf(error, 'Authentication failed. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <>
      <div className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        OR
      </div>
      <div inert={busy} className={busy ? 'opacity-60' : undefined}>
        <GoogleButton clientId={clientId} onCredential={handleCredential} />
      </div>
    </>
  )
}
