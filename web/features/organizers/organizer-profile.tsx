import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Organizer } from '#contract/organizers.ts'
import { humanize } from '#web/lib/format/text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { OrganizerLogo } from './organizer-logo.tsx'
import { ProfileForm } from './profile-form.tsx'

/** One's own organizer profile, to read and to change. */
export function OrganizerProfile({ organizer }: { organizer: Organizer }) {
  const [editing, setEditing] = useState(false)
  const { revalidate } = useRevalidator()
  const toggle = useRef<HTMLButtonElement>(null)

  async function handleSaved() {
    await revalidate()
    setEditing(false)
    // The form goes away, and the focus with it.
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
        <dl className="grid gap-5 sm:grid-cols-2">
          <Fact name="Organizer Name" value={organizer.organizer_name} />
          <Fact name="Organizer Type" value={humanize(organizer.organization_type)} />
          <Fact name="Email" value={organizer.email} />
        </dl>
      )}
    </Card>
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
