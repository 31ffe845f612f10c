import { Eye, PenLine } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#web/ui/display/classes.ts'
import { TextArea } from '#web/ui/forms/inputs.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'
import type { PreviewedField } from './use-preview.ts'

const modes = { Write: PenLine, Preview: Eye } as const
export type Mode = keyof typeof modes

interface MarkdownModesProps {
  /** The field's label, such as 'Detailed Description'. */
  label: string
  mode: Mode
  onChange: (mode: Mode) => void
}

/** Changes between the text and its preview; by signs on phones, where the words do not fit beside the label. */
export function MarkdownModes({ label, mode: shown, onChange }: MarkdownModesProps) {
  return (
    <fieldset
      aria-label={`${label}: write or preview`}
      className="flex max-w-full min-w-0 gap-1 self-center rounded-[1.875rem] bg-sunken sm:p-1"
    >
      {(Object.keys(modes) as Mode[]).map((mode) => {
        const Sign = modes[mode]
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === shown}
            title={mode}
            onClick={() => onChange(mode)}
            className={classes(
              'flex min-h-11 min-w-11 items-center justify-center rounded-full text-sm transition sm:px-4',
              mode === shown ? 'bg-raised font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
            )}
          >
            <Sign aria-hidden className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">{mode}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

interface MarkdownInputProps extends ComponentProps<'textarea'> {
  field: PreviewedField
  /** The current text. */
  text: string
  /** The field's label. */
  label: string
  mode: Mode
}

/** A field for Markdown, or its preview, which scrolls by itself: a long text does not push the rest of the form away. */
export function MarkdownInput({ field, text, label, mode, ...control }: MarkdownInputProps) {
  return (
    <>
      <TextArea {...control} hidden={mode === 'Preview'} />
      {mode === 'Preview' ? (
        <section
          aria-label={`Preview of ${label}`}
          className="max-h-36 min-h-32 overflow-y-auto rounded-sm border border-line px-4 py-3 sm:max-h-120"
        >
          <h2 className="sr-only">Preview</h2>
          {text.trim() === '' ? (
            <p className="text-ink-soft">Nothing to preview yet.</p>
          ) : (
            <MarkdownPreview field={field} text={text} />
          )}
        </section>
      ) : null}
    </>
  )
}
