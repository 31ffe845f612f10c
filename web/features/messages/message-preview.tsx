import { Eye } from 'lucide'
import { type ReactNode, useId, useState } from 'react'
import { type MessagePreview, type MessageText, previewMessage, testMessage } from '#contract/tickets/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/messages.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'

interface PreviewButtonProps {
  eventId: number
  /** Null if the text cannot be sent yet. */
  check: () => MessageText | null
  /** `failure` says what did not work. */
  onRefused: (error: unknown, failure: string) => void
}

/** Opens the message as its recipients get it, and sends a test mail of it. */
export function PreviewButton({ eventId, check, onRefused }: PreviewButtonProps) {
  const [preview, setPreview] = useState<MessagePreview | null>(null)
  const { run, running } = useAction()
  const params = { eventId }

  async function handleOpen() {
    const body = check()
    if (body === null) return
    await run(
      async () => setPreview(await call(previewMessage, { params, body })),
      (error) => onRefused(error, m.previewNotLoaded),
      'preview',
    )
  }

  async function handleTest() {
    const body = check()
    if (body === null) return
    await run(
      async () => notify.success((await call(testMessage, { params, body })).message),
      (error) => {
        setPreview(null)
        onRefused(error, m.testNotSent)
      },
      'test',
    )
  }

  return (
    <>
      <Button
        variant="secondary"
        className="max-sm:flex-1"
        busy={running === 'preview' && common.loading}
        onClick={handleOpen}
      >
        <Icon icon={Eye} />
        {m.preview}
      </Button>
      <Dialog
        open={preview !== null}
        title={m.asTheyGetIt}
        onClose={() => setPreview(null)}
        actions={
          <Button variant="secondary" busy={running === 'test' && common.sending} onClick={handleTest}>
            {m.sendTest}
          </Button>
        }
      >
        {preview ? <Mail preview={preview} /> : null}
      </Dialog>
    </>
  )
}

function Mail({ preview }: { preview: MessagePreview }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm wrap-anywhere">
        <Row name={m.from}>{preview.from}</Row>
        {preview.reply_to ? <Row name={m.answersTo}>{preview.reply_to}</Row> : null}
        <Row name={m.subject}>
          <strong id={id}>{preview.subject}</strong>
        </Row>
      </dl>
      <div className="flex flex-col gap-4 rounded-md border border-line p-4 wrap-anywhere">
        <p>{preview.opening}</p>
        <Markdown html={preview.html} />
        <p>
          <span className="gradient inline-flex min-h-11 items-center rounded-full px-5 font-medium">
            {preview.action}
          </span>
        </p>
        <p className="text-sm whitespace-pre-line text-ink-soft">{preview.note}</p>
        <p className="text-sm text-ink-soft underline">{preview.stop}</p>
      </div>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
