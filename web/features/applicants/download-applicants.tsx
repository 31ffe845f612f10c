import { type ApplicantQuery, exportApplicants } from '#contract/tickets/applicants.ts'
import { call } from '#web/lib/api/call.ts'
import { DownloadTable } from '#web/ui/controls/download-table.tsx'

interface DownloadApplicantsProps {
  eventId: number
  /** Whom the table has; everybody where it is left out. */
  wanted?: Partial<Pick<ApplicantQuery, 'search' | 'status' | 'state' | 'slip' | 'sort'>>
}

export function DownloadApplicants({ eventId, wanted = {} }: DownloadApplicantsProps) {
  return (
    <DownloadTable
      file={`event-${eventId}-applicants.csv`}
      load={() => call(exportApplicants, { params: { eventId }, query: wanted })}
    />
  )
}
