import { Download } from 'lucide-react'
import { useState } from 'react'
import { type DeletionPreview, exportOwnData, previewDeletion } from '#contract/accounts/own-data.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { download } from '#web/lib/files/files.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { DeletionDialog, type DeletionDialogProps } from './delete-account.tsx'

interface YourDataSectionProps extends Pick<DeletionDialogProps, 'googleButton'> {
  profile: Profile
}

/** Download or delete all data of the user. */
export function YourDataSection({ profile, googleButton }: YourDataSectionProps) {
  const [preview, setPreview] = useState<DeletionPreview | null>(null)
  const { run, busy } = useAction()

  const handleDelete = () =>
    run(async () => setPreview(await call(previewDeletion)), 'Your account could not be loaded. Please try again.')

  return (
    <SectionCard
      title="Your data"
      intro="Download everything we store about you as one file, or delete your account for good."
    >
      <div className="flex flex-wrap gap-3">
        <DownloadData />
        <Button variant="secondary" busy={busy && 'Loading...'} onClick={handleDelete} className="text-danger">
          Delete Account
        </Button>
      </div>
      {preview === null ? null : (
        <DeletionDialog
          preview={preview}
          hasPassword={profile.has_password}
          googleButton={googleButton}
          onClose={() => setPreview(null)}
        />
      )}
    </SectionCard>
  )
}

function DownloadData() {
  const { run, busy } = useAction()

  const handleDownload = () =>
    run(
      async () => download('my-data.zip', await call(exportOwnData)),
      'Your data could not be downloaded. Please try again.',
    )

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && 'Downloading...'}>
      <Download aria-hidden className="size-5" />
      Download My Data
    </Button>
  )
}
