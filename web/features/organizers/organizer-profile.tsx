import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Organizer, uploadLogo } from '#contract/organizers.ts'
import { call } from '#web/lib/api/call.ts'
import { useImageUpload } from '#web/lib/files/pictures.ts'
import { humanize } from '#web/lib/format/text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The reader's own organizer profile, to read and to change. */
export function OrganizerProfile({ organizer }: { organizer: Organizer }) {
  const [editing, setEditing] = useState(false)
  const { revalidate } = useRevalidator()
  const toggle = useRef<HTMLButtonElement>(null)

  async function handleSaved() {
    await revalidate()
    setEditing(false)
    // Closing the form loses the focus, so the button takes it.
    toggle.current?.focus()
  }

  return (
    <Card className="flex flex-col gap-8 p-5 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <OrganizerLogo organizer={organizer} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-xl break-words">{organizer.organizer_name}</h2>
          {organizer.is_verified ? <Badge tone="success">Verified</Badge> : null}
        </div>
        <Button ref={toggle} variant={editing ? 'secondary' : 'primary'} onClick={() => setEditing(!editing)}>
          {editing ? 'Cancel' : 'Edit Profile'}
        </Button>
      </div>
      {editing ? (
        <ProfileForm organizer={organizer} onSaved={handleSaved} />
      ) : (
        <dl className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Fact name="Organizer Name" value={organizer.organizer_name} />
          <Fact name="Organizer Type" value={humanize(organizer.organization_type)} />
          <Fact name="Email" value={organizer.email} />
        </dl>
      )}
    </Card>
  )
}

/** The organizer's logo. A press chooses another one, which is shown and sent at once. */
function OrganizerLogo({ organizer }: { organizer: Organizer }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: (file, onProgress) => call(uploadLogo, { params: { organizerId: organizer.id }, file }, { onProgress }),
    failure: 'Failed to upload logo. Please try again.',
  })
  return (
    <PictureInput
      label="Logo"
      picture={preview ?? organizer.logo}
      name={organizer.organizer_name}
      sent={sent}
      onFile={handleFile}
    />
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="break-words">{value}</dd>
    </div>
  )
}
