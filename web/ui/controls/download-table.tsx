import { Download } from 'lucide-react'
import { useAction } from '#web/lib/api/use-action.ts'
import { download } from '#web/lib/files/files.ts'
import { Button } from './button.tsx'

/** The byte order mark by which spreadsheets recognize UTF-8. The browser strips it when it reads a text, so it is
 *  added again. */
const mark = '\uFEFF'

interface DownloadTableProps {
  /** The name of the file. */
  file: string
  /** Resolves to the table as CSV. */
  load: () => Promise<string>
  /** What is downloaded, where a page has several. */
  of?: string
}

export function DownloadTable({ file, load, of }: DownloadTableProps) {
  const { run, busy } = useAction()

  const handleDownload = () =>
    run(
      async () => download(file, new Blob([mark + (await load())], { type: 'text/csv;charset=utf-8' })),
      'The list could not be downloaded. Please try again.',
    )

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && 'Downloading...'}>
      <Download aria-hidden className="size-5" />
      Download CSV
      {of ? <span className="sr-only"> of {of}</span> : null}
    </Button>
  )
}
