import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { type Profile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/api/call.ts'
import { useImageUpload } from '#web/lib/files/pictures.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { updateSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'
import type { GoogleButton } from './google-proof.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'

interface AccountDetailsProps {
  profile: Profile
  googleButton: GoogleButton
}

/** The reader's own profile, to read and to change. */
export function AccountDetails({ profile, googleButton }: AccountDetailsProps) {
  const [editing, setEditing] = useState(false)
  const { revalidate } = useRevalidator()
  const toggle = useRef<HTMLButtonElement>(null)

  async function handleSaved() {
    await revalidate()
    close()
    notify.success('Your changes have been saved.')
  }

  /** Closing the form loses the focus, so the button takes it; on phones the button is visible only once the form is
   *  closed. */
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
          <Badge>{profile.status}</Badge>
        </div>
        <Button
          ref={toggle}
          variant={editing ? 'secondary' : 'primary'}
          onClick={() => setEditing(!editing)}
          className={editing ? 'max-sm:hidden' : ''}
        >
          {editing ? 'Cancel' : 'Edit Profile'}
        </Button>
      </div>
      {editing ? (
        <ProfileForm profile={profile} googleButton={googleButton} onSaved={handleSaved} onCancel={close} />
      ) : (
        <ProfileFacts profile={profile} />
      )}
    </Card>
  )
}

/** The user's picture. A press chooses another one, which is shown and sent at once. */
function ProfilePicture({ profile }: { profile: Profile }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: async (file, onProgress) => {
      const { file_url } = await call(uploadProfilePicture, { params: { id: profile.id }, file }, { onProgress })
      updateSession({ picture: file_url })
    },
    failure: 'Failed to upload profile picture. Please try again.',
  })
  return (
    <PictureInput
      label="Profile picture"
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
