import { type ComponentProps, useState } from 'react'
import { classes } from '#web/ui/display/classes.ts'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'
import type { PreviewedField } from './use-preview.ts'

interface MarkdownInputProps extends ComponentProps<'textarea'> {
  field: PreviewedField
  /** The current text. */
  text: string
  /** The field's label, such as 'Detailed Description'. */
  label: string
}

/** A field for Markdown with a preview. While the text is invalid, the side to write on is shown. */
export function MarkdownInput({ field, text, label, ...control }: MarkdownInputProps) {
  const [wanted, setWanted] = useState<'Write' | 'Preview'>('Write')
  const shown = control['aria-invalid'] ? 'Write' : wanted
  return (
    <div className="flex flex-col gap-2">
      <fieldset
        aria-label={`${label}: write or preview`}
        className="flex max-w-full min-w-0 flex-wrap gap-1 self-start rounded-[1.875rem] bg-sunken p-1"
      >
        {(['Write', 'Preview'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === shown}
            onClick={() => setWanted(mode)}
            className={classes(
              'min-h-11 rounded-full px-4 text-sm transition',
              mode === shown ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            {mode}
          </button>
        ))}
      </fieldset>
      <TextArea {...control} hidden={shown === 'Preview'} />
      {shown === 'Preview' ? (
        <section aria-label={`Preview of ${label}`} className="min-h-32 rounded-sm border border-line px-4 py-3">
          <h2 className="sr-only">Preview</h2>
          {text.trim() === '' ? (
            <p className="text-ink-soft">Nothing to preview yet.</p>
          ) : (
            <MarkdownPreview field={field} text={text} />
          )}
        </section>
      ) : null}
    </div>
  )
}
