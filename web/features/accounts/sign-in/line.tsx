import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  connectLine,
  disconnectLine,
  setLineMessages,
  signInByLine,
  startLine,
} from '#contract/accounts/passwordless.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import type { OwnSession } from '#contract/accounts/sessions.ts'
import { pageLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/line.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow } from '#web/lib/clock.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { readSession, rememberLanguage, signIn } from '#web/lib/session/session.ts'
import { readRecent, writeRecent } from '#web/lib/storage/storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Switch } from '#web/ui/forms/inputs.tsx'
import { AfterSignIn } from '../profile/sessions-section.tsx'
import { newSecret } from './email-sign-in.tsx'

/** What this browser is at LINE for. In local storage, because on phones LINE's app may come back in another tab. */
interface Visit {
  /** The secret with which LINE's answer works. */
  browser: string
  purpose: 'sign_in' | 'connect'
  /** Our page to go on to. */
  next: string
  /** In milliseconds since 1970. */
  at: number
}

const key = 'line_sign_in'

/** Goes to LINE's page. Throws ApiError. */
async function goToLine(purpose: Visit['purpose'], next: string): Promise<void> {
  const visit: Visit = { browser: newSecret(), purpose, next, at: clockNow() }
  const { url } = await call(startLine, { body: { browser: visit.browser } })
  writeRecent(key, visit)
  // LINE knows only one address to come back to.
  rememberLanguage(pageLanguage)
  window.location.assign(url)
  // Until LINE's page is there the button stays busy.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}

/** Only where the operator has set a channel. Its colours, mark and words are those of LINE's guideline:
 *  https://developers.line.biz/en/docs/line-login/login-button/ */
export function LineSignIn({ next }: { next: string }) {
  const { line } = useSite()
  const { run, busy } = useAction()
  const hydrated = useHydrated()
  if (line === 'off') return null
  return (
    <Button
      variant="line"
      wide
      disabled={!hydrated}
      busy={busy && m.opening}
      onClick={() => run(() => goToLine('sign_in', next), m.notOpened)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-current">
        <path d={lineMark} />
      </svg>
      {m.logIn}
    </Button>
  )
}

/** A speech bubble with the letters cut out. */
const lineMark =
  'M19.365 9.863c.349 0 .63.285.63.631 0 .345-.281.63-.63.63H17.61v1.125h1.755c.349 0 .63.283.63.63 0 .344-.281.629-.63.629h-2.386c-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63h2.386c.346 0 .627.285.627.63 0 .349-.281.63-.63.63H17.61v1.125h1.755zm-3.855 3.016c0 .27-.174.51-.432.596-.064.021-.133.031-.199.031-.211 0-.391-.09-.51-.25l-2.443-3.317v2.94c0 .344-.279.629-.631.629-.346 0-.626-.285-.626-.629V8.108c0-.27.173-.51.43-.595.06-.023.136-.033.194-.033.195 0 .375.104.495.254l2.462 3.33V8.108c0-.345.282-.63.63-.63.345 0 .63.285.63.63v4.771zm-5.741 0c0 .344-.282.629-.631.629-.345 0-.627-.285-.627-.629V8.108c0-.345.282-.63.63-.63.346 0 .628.285.628.63v4.771zm-2.466.629H4.917c-.345 0-.63-.285-.63-.629V8.108c0-.345.285-.63.63-.63.348 0 .63.285.63.63v4.141h1.756c.348 0 .629.283.629.63 0 .344-.282.629-.629.629M24 10.314C24 4.943 18.615.572 12 .572S0 4.943 0 10.314c0 4.811 4.27 8.842 10.035 9.608.391.082.923.258 1.058.59.12.301.079.766.038 1.08l-.164 1.02c-.045.301-.24 1.186 1.049.645 1.291-.539 6.916-4.078 9.436-6.975C23.176 14.393 24 12.458 24 10.314'

/** Where to go on to, or why not, and where from there. */
export type LineOutcome = { next: string } | { message: string; back: string }

/** Finishes what this browser went to LINE for. `query` is what LINE came back with. Never fails. */
export async function comeBackFromLine(query: URLSearchParams): Promise<LineOutcome> {
  const visit = readRecent<Visit>(key)
  writeRecent(key, null)
  if (visit === null) {
    return { message: m.lateOrElsewhere, back: readSession() === null ? paths.login : paths.accountInfo }
  }
  const { browser, purpose, next } = visit
  const back = purpose === 'connect' ? paths.accountInfo : loginPath(next)
  const [code, state] = [query.get('code'), query.get('state')]
  if (code === null || state === null) return { message: m.notAllowed, back }
  try {
    const body = { browser, code, state }
    if (purpose === 'connect') await call(connectLine, { body })
    else signIn(await call(signInByLine, { body }))
    return { next }
  } catch (error) {
    return { message: messageOf(error, m.notUsed), back }
  }
}

/** Connects and disconnects LINE, and turns messages by LINE on and off. */
export function LineSection({ profile, sessions }: { profile: Profile; sessions: OwnSession[] | null }) {
  const { line } = useSite()
  const { run, running } = useAction()
  const { revalidate } = useRevalidator()
  const [leaving, setLeaving] = useState(false)
  if (line === 'off') return null

  if (!profile.has_line) {
    return (
      <SectionCard title="LINE" intro={line === 'messages' ? m.connectForMessages : m.connectToSignIn}>
        <AfterSignIn sessions={sessions} why={m.logInAgain}>
          <Button
            variant="secondary"
            className="self-start"
            busy={running === 'connect' && m.opening}
            onClick={() => run(() => goToLine('connect', paths.accountInfo), m.notOpened, 'connect')}
          >
            {m.connect}
          </Button>
        </AfterSignIn>
      </SectionCard>
    )
  }

  async function handleDisconnect() {
    const isDone = await run(() => call(disconnectLine), m.notDisconnected, 'disconnect')
    setLeaving(false)
    if (isDone) notify.success(m.disconnected)
    await revalidate()
  }

  return (
    <SectionCard title="LINE" intro={m.canSignIn}>
      {line === 'messages' ? <MessagesSwitch profile={profile} /> : null}
      <Button variant="secondary" className="self-start" onClick={() => setLeaving(true)}>
        {m.disconnectLine}
      </Button>
      <ConfirmDialog
        open={leaving}
        title={m.disconnectQuestion}
        confirmLabel={m.disconnect}
        keepLabel={common.cancel}
        busy={running === 'disconnect' && m.disconnecting}
        onConfirm={handleDisconnect}
        onClose={() => setLeaving(false)}
      >
        <p>{m.afterDisconnecting}</p>
      </ConfirmDialog>
    </SectionCard>
  )
}

function MessagesSwitch({ profile }: { profile: Profile }) {
  const [on, setOn] = useState(profile.gets_line_messages)
  const [friendUrl, setFriendUrl] = useState('')
  const { run } = useAction()

  const handleChange = (wanted: boolean) =>
    run(async () => {
      const reply = await call(setLineMessages, { body: { on: wanted } })
      setOn(reply.on)
      setFriendUrl(reply.add_friend_url)
      if (reply.on === wanted) {
        notify.success(wanted ? m.messagesOn : m.emailAgain)
      }
    }, common.notSaved)

  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={m.messages}
        hint={profile.email === '' ? m.messagesOnly : m.messagesInstead}
        checked={on}
        onChange={({ target }) => handleChange(target.checked)}
      />
      {friendUrl === '' ? null : (
        <p role="status" className="rounded-md bg-sunken p-4">
          <RichText
            text={m.addFriend}
            tags={{
              friend: (words) => (
                <a
                  href={friendUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="font-medium text-accent-ink underline underline-offset-4"
                >
                  {words}
                </a>
              ),
            }}
          />
        </p>
      )}
    </div>
  )
}
