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
import { paths } from '#contract/paths.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { readSession, signIn } from '#web/lib/session/session.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
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
const lifetime = 10 * 60_000

/** Goes to LINE's page. Throws ApiError. */
async function goToLine(purpose: Visit['purpose'], next: string): Promise<void> {
  const visit: Visit = { browser: newSecret(), purpose, next, at: clockNow() }
  const { url } = await call(startLine, { body: { browser: visit.browser } })
  writeItem('localStorage', key, JSON.stringify(visit))
  window.location.assign(url)
  // Until LINE's page is there the button stays busy.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
}

/** Only where the operator has set a channel. */
export function LineSignIn({ next }: { next: string }) {
  const { line } = useSite()
  const { run, busy } = useAction()
  if (line === 'off') return null
  return (
    <Button
      variant="secondary"
      wide
      busy={busy && 'Opening LINE...'}
      onClick={() => run(() => goToLine('sign_in', next), 'LINE could not be opened. Please try again.')}
    >
      Sign in with LINE
    </Button>
  )
}

/** Where to go on to, or why not, and where from there. */
export type LineOutcome = { next: string } | { message: string; back: string }

/** Finishes what this browser went to LINE for. `query` is what LINE came back with. Never fails. */
export async function comeBackFromLine(query: URLSearchParams): Promise<LineOutcome> {
  const visit = readVisit()
  writeItem('localStorage', key, 'null')
  if (visit === null) {
    const message = 'LINE came back to another browser than the one you started in, or after more than ten minutes.'
    return { message, back: readSession() === null ? paths.login : paths.accountInfo }
  }
  const { browser, purpose, next } = visit
  const back = purpose === 'connect' ? paths.accountInfo : paths.login
  const [code, state] = [query.get('code'), query.get('state')]
  if (code === null || state === null) return { message: 'You did not allow it at LINE. Nothing was changed.', back }
  try {
    const body = { browser, code, state }
    if (purpose === 'connect') await call(connectLine, { body })
    else signIn(await call(signInByLine, { body }))
    return { next }
  } catch (error) {
    return { message: messageOf(error, 'LINE could not be used. Please try again.'), back }
  }
}

function readVisit(): Visit | null {
  try {
    const visit = JSON.parse(readItem('localStorage', key) ?? 'null') as Visit | null
    return visit !== null && clockNow() < visit.at + lifetime ? visit : null
  } catch {
    return null
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
      <SectionCard
        title="LINE"
        intro={
          line === 'messages'
            ? 'Connect LINE to sign in with it, and to get your tickets and reminders there.'
            : 'Connect LINE to sign in with it.'
        }
      >
        <AfterSignIn sessions={sessions} to="connect LINE">
          <Button
            variant="secondary"
            className="self-start"
            busy={running === 'connect' && 'Opening LINE...'}
            onClick={() =>
              run(
                () => goToLine('connect', paths.accountInfo),
                'LINE could not be opened. Please try again.',
                'connect',
              )
            }
          >
            Connect LINE
          </Button>
        </AfterSignIn>
      </SectionCard>
    )
  }

  async function handleDisconnect() {
    const isDone = await run(
      () => call(disconnectLine),
      'LINE could not be disconnected. Please try again.',
      'disconnect',
    )
    setLeaving(false)
    if (isDone) notify.success('LINE was disconnected.')
    await revalidate()
  }

  return (
    <SectionCard title="LINE" intro="You can sign in with your LINE account.">
      {line === 'messages' ? <MessagesSwitch profile={profile} /> : null}
      <Button variant="secondary" className="self-start" onClick={() => setLeaving(true)}>
        Disconnect LINE
      </Button>
      <ConfirmDialog
        open={leaving}
        title="Disconnect LINE?"
        confirmLabel="Disconnect"
        busy={running === 'disconnect' && 'Disconnecting...'}
        onConfirm={handleDisconnect}
        onClose={() => setLeaving(false)}
      >
        <p>You can no longer sign in with LINE, and get no messages there.</p>
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
        notify.success(wanted ? 'You get messages about your tickets by LINE.' : 'You get your tickets by email again.')
      }
    }, 'This could not be changed. Please try again.')

  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Get your tickets and reminders by LINE"
        hint={
          profile.email === ''
            ? 'Tickets, reminders and changes. Without an email, LINE is the only way to reach you.'
            : 'Tickets, reminders and changes come by LINE instead of by email. If LINE fails, we email you.'
        }
        checked={on}
        onChange={({ target }) => handleChange(target.checked)}
      />
      {friendUrl === '' ? null : (
        <p role="status" className="rounded-md bg-sunken p-4">
          LINE delivers only messages from friends.{' '}
          <a
            href={friendUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="font-medium text-accent-ink underline underline-offset-4"
          >
            Add us as a friend
          </a>{' '}
          first, then turn this on.
        </p>
      )}
    </div>
  )
}
