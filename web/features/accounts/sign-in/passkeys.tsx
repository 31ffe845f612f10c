import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  addPasskey,
  offerPasskey,
  type Passkey,
  passkeyLimits,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/accounts/passwordless.ts'
import type { OwnSession } from '#contract/accounts/sessions.ts'
import { shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/passkeys.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { signIn } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import { AfterSignIn } from '../profile/sessions-section.tsx'
import { newSecret } from './email-sign-in.tsx'

/** A challenge is replaced a minute before it expires. */
const freshMs = (passkeyLimits.minutes - 1) * 60_000

/** Offers passkeys where the name is typed; where the browser cannot do that, or the offer has ended, there is a button. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => unknown }) {
  const { url } = useSite()
  const { run, busy } = useAction()
  const [hasButton, setHasButton] = useState(false)

  const handleAsserted = useEffectEvent((asserted: Asserted) =>
    run(
      async () => {
        signIn(await call(signInByPasskey, { body: asserted }))
        await onSignedIn()
      },
      (error) => messageOf(error, m.signInFailed),
    ),
  )

  useEffect(() => {
    if (!arePossible(url)) return
    const gone = new AbortController()
    browserSupportsWebAuthnAutofill().then(async (isSupported) => {
      if (isSupported) await offerInField(gone.signal, handleAsserted)
      if (!gone.signal.aborted) setHasButton(true)
    })
    return () => {
      gone.abort()
      WebAuthnAbortService.cancelCeremony()
    }
  }, [url])

  const handlePress = () =>
    run(
      async () => {
        const asserted = await assert(false)
        if (asserted === null) return
        signIn(await call(signInByPasskey, { body: asserted }))
        await onSignedIn()
      },
      (error) => messageOf(error, m.signInFailed),
    )

  return hasButton ? (
    <Button variant="secondary" wide busy={busy && m.signingIn} onClick={handlePress}>
      <Icon icon={KeyRound} />
      {m.signIn}
    </Button>
  ) : null
}

/** What signs in: the device's answer, with the secret of this page. */
interface Asserted {
  browser: string
  credential: Awaited<ReturnType<typeof startAuthentication>>
}

/** Waits until the person chooses a passkey in the field, and again after each, because a challenge is valid once and not for long. */
async function offerInField(gone: AbortSignal, onAsserted: (asserted: Asserted) => Promise<unknown>): Promise<void> {
  while (!gone.aborted) {
    let isOld = false
    const timer = setTimeout(() => {
      isOld = true
      WebAuthnAbortService.cancelCeremony()
    }, freshMs)
    // The user did not start this, so a failure is not shown.
    const asserted = await assert(true).catch(() => null)
    clearTimeout(timer)
    if (gone.aborted || (asserted === null && !isOld)) return
    if (asserted !== null) await onAsserted(asserted)
  }
}

/** Null if the person, or a later call, ended it. */
async function assert(useBrowserAutofill: boolean): Promise<Asserted | null> {
  const browser = newSecret()
  const options = await call(startPasskeySignIn, { body: { browser } })
  const credential = await unlessClosed(startAuthentication({ optionsJSON: { ...options }, useBrowserAutofill }))
  return credential && { browser, credential }
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Adds a passkey; false if the person has closed their device's dialog. */
async function create(): Promise<boolean> {
  const options: object = await call(startPasskey)
  const credential = await unlessClosed(startRegistration({ optionsJSON: options as CreationOptions }))
  if (credential === null) return false
  await call(addPasskey, { body: { credential } })
  return true
}

function creationFailure(error: unknown): string {
  const isThere = error instanceof Error && error.name === 'InvalidStateError'
  return isThere ? m.alreadyThere : messageOf(error, m.notAdded)
}

/** Resolves to null where the person has closed the dialog of their device. */
async function unlessClosed<T>(ceremony: Promise<T>): Promise<T | null> {
  try {
    return await ceremony
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}

/** Browsers allow passkeys for the site's own address only, over https or on localhost, and never for an IP address. */
function arePossible(siteUrl: string): boolean {
  const { origin, hostname } = window.location
  return origin === siteUrl && !/^[\d.]+$|:/.test(hostname) && browserSupportsWebAuthn()
}

/** Whether to offer a passkey now: only once, and only where the device itself can have one. Never fails. */
export async function wantsOffer(siteUrl: string): Promise<boolean> {
  try {
    if (!arePossible(siteUrl) || !(await platformAuthenticatorIsAvailable())) return false
    return (await call(offerPasskey)).offer
  } catch {
    return false
  }
}

/** Offers to add a passkey, after signing in another way. */
export function PasskeyOffer({ onDone }: { onDone: () => unknown }) {
  const { run, busy } = useAction()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const handleAdd = () =>
    run(async () => {
      if (!(await create())) return
      notify.success(m.addedForNextTime, { showOnNextPage: true })
      await onDone()
    }, creationFailure)

  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty">{m.offer}</p>
      <Button ref={button} wide busy={busy && common.adding} onClick={handleAdd}>
        <Icon icon={KeyRound} />
        {m.add}
      </Button>
      <Button variant="quiet" wide onClick={() => onDone()}>
        {m.notNow}
      </Button>
    </div>
  )
}

interface PasskeysSectionProps {
  /** Null if they could not be loaded. */
  passkeys: Passkey[] | null
  sessions: OwnSession[] | null
}

/** Lists, adds and removes passkeys. Nothing for people who have none and cannot add one here. */
export function PasskeysSection({ passkeys, sessions }: PasskeysSectionProps) {
  const { url } = useSite()
  const isPossible = useHydrated() && arePossible(url)
  const { state, revalidate } = useRevalidator()
  const { run, running } = useAction()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  if (!isPossible && passkeys?.length === 0) return null

  async function handleAdd() {
    await run(
      async () => {
        if (await create()) notify.success(m.added)
      },
      creationFailure,
      'add',
    )
    await revalidate()
  }

  async function handleRemove({ id }: Passkey) {
    const isRemoved = await run(() => call(removePasskey, { params: { passkeyId: id } }), m.notRemoved, 'remove')
    setRemoving(null)
    if (isRemoved) notify.success(m.removed)
    await revalidate()
  }

  return (
    <SectionCard title={m.passkeys} intro={m.intro}>
      {passkeys === null ? <LoadFailure text={m.notLoaded} busy={state === 'loading'} onAgain={revalidate} /> : null}
      {passkeys === null || passkeys.length === 0 ? null : (
        <ul aria-label={m.passkeys} className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {isPossible && passkeys !== null && passkeys.length < passkeyLimits.most ? (
        <AfterSignIn sessions={sessions} why={m.logInAgain}>
          <Button
            variant="secondary"
            className="self-start"
            busy={running === 'add' && common.adding}
            onClick={handleAdd}
          >
            <Icon icon={KeyRound} />
            {m.add}
          </Button>
        </AfterSignIn>
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        title={m.removeQuestion}
        confirmLabel={common.remove}
        busy={running === 'remove' && m.removing}
        onConfirm={() => removing && handleRemove(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>{fill(m.afterRemoving, { device: removing?.name ?? '' })}</p>
      </ConfirmDialog>
    </SectionCard>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon icon={KeyRound} className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="figures text-sm text-ink-soft">
          {last_used_at === null ? (
            fill(m.addedNeverUsed, { date: shortDate(created_at) })
          ) : (
            <RichText
              text={fill(m.addedLastUsed, { date: shortDate(created_at) })}
              tags={{ ago: () => <TimeAgo iso={last_used_at} /> }}
            />
          )}
        </p>
      </div>
      <Button variant="quiet" onClick={onRemove} aria-label={fill(m.removeFrom, { device: name })}>
        {common.remove}
      </Button>
    </li>
  )
}
