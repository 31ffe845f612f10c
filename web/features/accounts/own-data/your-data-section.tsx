import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportOwnData } from '#contract/accounts/export.ts'
import type { Profile } from '#contract/accounts/profile.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { download } from '#web/lib/files/files.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { DeletionDialog, type DeletionDialogProps } from './deletion-dialog.tsx'
import { useDeletion } from './use-deletion.ts'

interface YourDataSectionProps extends Pick<DeletionDialogProps, 'googleButton'> {
  profile: Profile
}

/** All that is kept about the reader, to be taken along or deleted. */
export function YourDataSection({ profile, googleButton }: YourDataSectionProps) {
  const deletion = useDeletion()
  return (
    <SectionCard
      title="Your data"
      intro="Download everything that is kept about you as one file, or delete your account for good."
    >
      <div className="flex flex-wrap gap-3">
        <DownloadData />
        <Button
          variant="secondary"
          busy={deletion.preview === 'loading' && 'Loading...'}
          onClick={deletion.ask}
          className="text-danger"
        >
          Delete Account
        </Button>
      </div>
      {deletion.preview === null || deletion.preview === 'loading' ? null : (
        <DeletionDialog
          preview={deletion.preview}
          hasPassword={profile.has_password}
          googleButton={googleButton}
          onClose={deletion.close}
        />
      )}
    </SectionCard>
  )
}

function DownloadData() {
  const [busy, setBusy] = useState(false)

  async function handleDownload() {
    setBusy(true)
    try {
      download('my-data.zip', await call(exportOwnData))
    } catch (error) {
      notify.failure(messageOf(error, 'Your data could not be downloaded. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && 'Downloading...'}>
      <Download aria-hidden className="size-5" />
      Download My Data
    </Button>
  )
}
