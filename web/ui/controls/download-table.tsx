import { Download } from 'lucide-react'
import { useAction } from '#web/lib/api/use-action.ts'
import { download } from '#web/lib/files/files.ts'
import { Button } from './button.tsx'

/** Spreadsheets recognize UTF-8 by it. The browser strips it from the response, so it is added again. */
const byteOrderMark = '\uFEFF'

interface DownloadTableProps {
  /** The name of the file. */
  file: string
  /** Resolves to the table as CSV. */
  load: () => Promise<string>
  /** What is downloaded, if a page has several downloads. */
  of?: string
}

export function DownloadTable({ file, load, of }: DownloadTableProps) {
  const { run, busy } = useAction()

  const handleDownload = () =>
    run(
      async () => download(file, new Blob([byteOrderMark + (await load())], { type: 'text/csv;charset=utf-8' })),
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
