import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api/api-error.ts'
import { download } from '#web/lib/files/download.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from './button.tsx'

/** The byte order mark by which spreadsheets recognize UTF-8. The browser strips it when it reads a text, so it is
 *  added again. */
const mark = '\uFEFF'

interface DownloadTableProps {
  /** The name of the file. */
  file: string
  /** Resolves to the table as CSV. */
  load: () => Promise<string>
}

export function DownloadTable({ file, load }: DownloadTableProps) {
  const [busy, setBusy] = useState(false)

  async function handleDownload() {
    setBusy(true)
    try {
      download(file, new Blob([mark + (await load())], { type: 'text/csv;charset=utf-8' }))
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
