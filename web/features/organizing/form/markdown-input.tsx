import { Eye, PenLine } from 'lucide'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type MarkdownPreview, previewMarkdown } from '#contract/events/own-events.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-form.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/loading.tsx'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { FormInput } from './form-input.tsx'

interface FormMarkdownProps {
  name: 'detailed_description' | 'terms_and_conditions'
  label: string
  rows: number
  required?: boolean
}

export function FormMarkdown({ name, label, rows, required = false }: FormMarkdownProps) {
  const { formState } = useFormContext<FormValues>()
  const text = useWatch<FormValues, typeof name>({ name }) ?? ''
  const [wanted, setWanted] = useState<Mode>('write')
  // Errors are corrected in the text, not in the preview.
  const mode = formState.errors[name] ? 'write' : wanted
  return (
    <FormInput
      name={name}
      label={label}
      required={required}
      hint={mode === 'write' ? m.markdownHint : undefined}
      aside={<MarkdownModes label={label} mode={mode} onChange={setWanted} />}
    >
      {(control) => <MarkdownInput {...control} field={name} text={text} label={label} rows={rows} mode={mode} />}
    </FormInput>
  )
}

const modes = {
  write: { icon: PenLine, name: m.write },
  preview: { icon: Eye, name: m.preview },
}
type Mode = keyof typeof modes

interface MarkdownModesProps {
  /** Such as 'Detailed Description'. */
  label: string
  mode: Mode
  onChange: (mode: Mode) => void
}

/** Switches between text and preview; icons on phones, where the labels do not fit. */
function MarkdownModes({ label, mode: shown, onChange }: MarkdownModesProps) {
  return (
    <fieldset
      aria-label={fill(m.writeOrPreview, { label })}
      className="flex max-w-full min-w-0 gap-1 self-center rounded-[1.875rem] bg-sunken sm:p-1"
    >
      {(Object.keys(modes) as Mode[]).map((mode) => {
        const { icon, name } = modes[mode]
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === shown}
            title={name}
            onClick={() => onChange(mode)}
            className={classes(
              'flex min-h-11 min-w-11 items-center justify-center rounded-full text-sm transition sm:px-4',
              mode === shown ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            <Icon icon={icon} className="sm:hidden" />
            <span className="max-sm:sr-only">{name}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

interface MarkdownInputProps extends ComponentProps<'textarea'> {
  field: PreviewedField
  text: string
  label: string
  mode: Mode
}

/** A Markdown field or its preview, which scrolls by itself so that a long text does not stretch the form. */
function MarkdownInput({ field, text, label, mode, ...control }: MarkdownInputProps) {
  return (
    <>
      <TextArea {...control} hidden={mode === 'preview'} />
      {mode === 'preview' ? (
        <section
          aria-label={fill(m.previewOf, { label })}
          className="max-h-36 min-h-32 overflow-y-auto rounded-sm border border-line px-4 py-3 sm:max-h-120"
        >
          <h2 className="sr-only">{m.preview}</h2>
          {text.trim() === '' ? (
            <p className="text-ink-soft">{m.nothingToPreview}</p>
          ) : (
            <Preview field={field} text={text} />
          )}
        </section>
      ) : null}
    </>
  )
}

/** Announced to screen readers, because the focus stays on the button above. */
function Preview({ field, text }: { field: PreviewedField; text: string }) {
  const { preview, retry } = usePreview(field, text)
  const place = useRef<HTMLDivElement>(null)

  function handleAgain() {
    // The button disappears; focus the preview.
    place.current?.focus()
    retry()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {preview === null ? m.previewLoading : 'html' in preview ? m.previewShown : ''}
      </p>
      {preview === null ? <Skeleton className="h-24" /> : null}
      {preview !== null && 'html' in preview ? <Markdown html={preview.html} /> : null}
      {preview !== null && 'failure' in preview ? (
        <div className="flex flex-col items-start gap-3">
          <Message kind="failure">{preview.failure}</Message>
          <Button variant="secondary" onClick={handleAgain}>
            {common.tryAgain}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type PreviewedField = MarkdownPreview['field']

type Rendered = { html: string } | { failure: string } | null

interface PreviewState {
  /** Null until the server answers. */
  preview: Rendered
  retry: () => void
}

/** Rendered by the server: a Markdown renderer would be larger than the whole form. */
function usePreview(field: PreviewedField, text: string): PreviewState {
  const [preview, setPreview] = useState<Rendered>(null)
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    const stop = new AbortController()
    setPreview(null)
    call(previewMarkdown, { body: { field, text } }, { signal: stop.signal }).then(setPreview, (error) => {
      if (!stop.signal.aborted) setPreview({ failure: messageOf(error, m.previewFailed) })
    })
    return () => stop.abort()
  }, [field, text, attempt])

  return { preview, retry: () => setAttempt(attempt + 1) }
}
