import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ApplicantQuery, exportApplicants } from '#contract/tickets/applicants.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { download } from '#web/lib/files/download.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'

/** The byte order mark by which spreadsheets recognize UTF-8. The browser strips it when it reads a text, so it is
 *  added again. */
const mark = '\uFEFF'

interface DownloadApplicantsProps {
  eventId: number
  /** Whom the table has; everybody where it is left out. */
  wanted?: Partial<Pick<ApplicantQuery, 'search' | 'status' | 'state' | 'sort'>>
}

export function DownloadApplicants({ eventId, wanted = {} }: DownloadApplicantsProps) {
  const [busy, setBusy] = useState(false)

  async function handleDownload() {
    setBusy(true)
    try {
      const table = await call(exportApplicants, { params: { eventId }, query: wanted })
      download(`event-${eventId}-applicants.csv`, new Blob([mark + table], { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      notify.failure(messageOf(error, 'The list could not be downloaded. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && 'Downloading...'}>
      <Download aria-hidden className="size-5" />
      Download CSV
    </Button>
  )
}
