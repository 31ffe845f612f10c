import { useEffect, useState } from 'react'
import { type MarkdownPreview, previewMarkdown } from '#contract/events/event-draft.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

export type PreviewedField = MarkdownPreview['field']

type Preview = { html: string } | { failure: string } | null

interface PreviewState {
  /** Null until the server has answered. */
  preview: Preview
  askAgain: () => void
}

const fallback = 'The preview could not be loaded. Please try again.'

/** The text as readers will see it, rendered by the server: a Markdown renderer in the browser would be larger than
 *  the whole form. */
export function usePreview(field: PreviewedField, text: string): PreviewState {
  const [preview, setPreview] = useState<Preview>(null)
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const stop = new AbortController()
    setPreview(null)
    call(previewMarkdown, { body: { field, text } }, { signal: stop.signal }).then(setPreview, (error) => {
      if (!stop.signal.aborted) setPreview({ failure: messageOf(error, fallback) })
    })
    return () => stop.abort()
  }, [field, text, attempt])

  return { preview, askAgain: () => setAttempt(attempt + 1) }
}
