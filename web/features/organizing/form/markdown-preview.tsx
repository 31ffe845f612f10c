import { useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { type PreviewedField, usePreview } from './use-preview.ts'

/** A preview of the text as readers will see it. The result is announced to screen readers, because the focus stays
 *  on the button above. */
export function MarkdownPreview({ field, text }: { field: PreviewedField; text: string }) {
  const { preview, askAgain } = usePreview(field, text)
  const place = useRef<HTMLDivElement>(null)

  function handleAgain() {
    // The button disappears, so the preview takes the focus.
    place.current?.focus()
    askAgain()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {preview === null ? 'The preview is being loaded.' : 'html' in preview ? 'The preview is shown.' : ''}
      </p>
      {preview === null ? <Skeleton className="h-24" /> : null}
      {preview !== null && 'html' in preview ? <Markdown html={preview.html} /> : null}
      {preview !== null && 'failure' in preview ? (
        <div className="flex flex-col items-start gap-3">
          <Message kind="failure">{preview.failure}</Message>
          <Button variant="secondary" onClick={handleAgain}>
            Try Again
          </Button>
        </div>
      ) : null}
    </div>
  )
}
