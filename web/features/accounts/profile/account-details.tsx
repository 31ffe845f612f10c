import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { type Role, resendVerification } from '#contract/accounts/auth.ts'
import { type Profile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { shortDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import * as answers from '#messages/answers.json'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { useImageUpload } from '#web/lib/files/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSite } from '#web/lib/page/site.ts'
import { updateSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Message } from '#web/ui/display/message.tsx'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'
import type { GoogleButton } from './google-proof.tsx'
import { ProfileForm } from './profile-form.tsx'

interface AccountDetailsProps {
  profile: Profile
  googleButton: GoogleButton
}

export function AccountDetails({ profile, googleButton }: AccountDetailsProps) {
  const [editing, setEditing] = useState(false)
  const { revalidate } = useRevalidator()
  const { email_sign_in: sendsMails } = useSite()
  const toggle = useRef<HTMLButtonElement>(null)

  async function handleSaved() {
    await revalidate()
    close()
    notify.success(m.saved)
  }

  /** Moves the focus to the button, which on phones is visible only once the form is closed. */
  function close() {
    flushSync(() => setEditing(false))
    toggle.current?.focus()
  }

  return (
    <Card className="flex flex-col gap-8 p-5 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <ProfilePicture profile={profile} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-xl wrap-anywhere">{nameOf(profile)}</h2>
          <p className="wrap-anywhere text-ink-soft">@{profile.username}</p>
          <Badge>{roles[profile.status]}</Badge>
        </div>
        <Button
          ref={toggle}
          variant={editing ? 'secondary' : 'primary'}
          onClick={() => setEditing(!editing)}
          className={editing ? 'max-sm:hidden' : ''}
        >
          {editing ? m.cancel : m.editProfile}
        </Button>
      </div>
      {editing ? (
        <ProfileForm profile={profile} googleButton={googleButton} onSaved={handleSaved} onCancel={close} />
      ) : (
        <>
          {sendsMails && profile.email !== '' && !profile.email_verified ? <Unverified email={profile.email} /> : null}
          <ProfileFacts profile={profile} />
        </>
      )}
    </Card>
  )
}

const roles: Record<Role, string> = { Attendee: m.attendee, Organizer: common.organizer }

/** A new picture is shown and uploaded as soon as it is chosen. */
function ProfilePicture({ profile }: { profile: Profile }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: async (file, onProgress) => {
      const { file_url } = await call(uploadProfilePicture, { params: { id: profile.id }, file }, { onProgress })
      updateSession({ picture: file_url })
    },
    failure: m.pictureNotUploaded,
  })
  return (
    <PictureInput
      label={m.picture}
      picture={preview ?? profile.profile_picture}
      name={profile.username}
      sent={sent}
      onFile={handleFile}
    />
  )
}

function nameOf({ first_name, last_name, username }: Profile): string {
  return `${first_name} ${last_name}`.trim() || username
}

function ProfileFacts({ profile }: { profile: Profile }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:gap-x-8">
      <Fact label={m.firstName}>{profile.first_name}</Fact>
      <Fact label={m.lastName}>{profile.last_name}</Fact>
      <Fact label={common.username} wide>
        {profile.username}
      </Fact>
      <Fact label={common.email} wide>
        {profile.email}
      </Fact>
      <Fact label={common.phoneNumber}>{profile.phone_number}</Fact>
      <Fact label={m.birthDate}>{profile.birth_date ? shortDate(profile.birth_date) : null}</Fact>
      <Fact label={m.nationality}>{profile.nationality}</Fact>
      <Fact label={m.address} wide>
        {profile.address}
      </Fact>
      <Fact label={m.latitude}>{profile.latitude}</Fact>
      <Fact label={m.longitude}>{profile.longitude}</Fact>
      <Fact label={m.facebook} wide>
        {profile.facebook_profile ? <Out to={profile.facebook_profile} /> : null}
      </Fact>
      <Fact label={m.instagram} wide>
        {profile.instagram_handle ? <Out to={profile.instagram_handle} /> : null}
      </Fact>
      <Fact label={m.attendedEvents}>{profile.attended_events}</Fact>
      <Fact label={m.cancelledEvents}>{profile.cancelled_events}</Fact>
      <Fact label={m.memberSince}>{shortDate(profile.created_at)}</Fact>
      <Fact label={m.lastUpdated}>{shortDate(profile.updated_at)}</Fact>
    </dl>
  )
}

/** `wide`: the value may not fit on half of a phone's screen. */
function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  const given = children !== '' && children !== null
  return (
    <div className={classes('min-w-0', wide && 'max-sm:col-span-2')}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={given ? 'figures wrap-anywhere' : 'text-ink-soft'}>{given ? children : m.notGiven}</dd>
    </div>
  )
}

function Unverified({ email }: { email: string }) {
  const { run, busy } = useAction()

  const handleAgain = () =>
    run(async () => {
      await call(resendVerification, { query: {}, body: { email } })
      notify.success(answers.verificationResent)
    }, m.resendFailed)

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 wrap-anywhere">{fill(m.emailUnverified, { email })}</p>
      <Button variant="secondary" busy={busy && common.sending} onClick={handleAgain}>
        {m.sendAgain}
      </Button>
    </div>
  )
}

function Out({ to }: { to: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-block py-2 text-accent-ink underline underline-offset-4 sm:py-0"
    >
      {to.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  )
}

export function ProfileProblem({ problem }: { problem: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Message kind="failure">{fill(m.fetchFailed, { problem })}</Message>
      <TryAgain />
    </div>
  )
}
