import { Download, Upload } from 'lucide'
import { useRef } from 'react'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/ui.json'
import { useAction } from '#web/lib/api/use-action.ts'
import { download } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Button } from './button.tsx'

/** Spreadsheets recognize UTF-8 by it. The browser strips it from the response, so it is added again. */
const byteOrderMark = '\uFEFF'

interface DownloadTableProps {
  /** The name of the file, without '.csv'. */
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
      async () =>
        download(`${file}.csv`, new Blob([byteOrderMark + (await load())], { type: 'text/csv;charset=utf-8' })),
      m.listNotDownloaded,
    )

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && m.downloading}>
      <Icon icon={Download} />
      {of ? <RichText text={fill(m.downloadCsvOf, { of })} tags={{ hidden: hiddenWords }} /> : m.downloadCsv}
    </Button>
  )
}

const hiddenWords = (words: string) => <span className="sr-only">{words}</span>

interface UploadTableProps {
  /** The headings that it needs, in words. */
  hint: string
  /** The text while it is sent, or true while something else is. */
  busy: string | boolean
  onTable: (csv: string) => unknown
}

export function UploadTable({ hint, busy, onTable }: UploadTableProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={hint}
        hidden
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          const csv = await file?.text()
          // The same file may be chosen again once it is corrected.
          target.value = ''
          if (csv !== undefined) onTable(csv)
        }}
      />
      <Button
        variant="secondary"
        title={hint}
        busy={typeof busy === 'string' && busy}
        unavailable={busy === true}
        onClick={() => input.current?.click()}
      >
        <Icon icon={Upload} />
        {m.uploadCsv}
      </Button>
    </>
  )
}
