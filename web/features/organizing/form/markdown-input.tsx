import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { classes } from '#web/ui/display/classes.ts'
import { Skeleton } from '#web/ui/display/skeleton.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

/** Rendering Markdown weighs more than the rest of the form, and is wanted only when somebody looks. */
const Markdown = lazy(() => import('#web/ui/display/markdown.tsx').then((module) => ({ default: module.Markdown })))

interface MarkdownInputProps extends ComponentProps<'textarea'> {
  /** What is typed now. */
  text: string
  /** What it is: 'Detailed Description'. */
  label: string
}

/** Markdown to write, and to look at as readers will. Something wrong with it shows where it is written. */
export function MarkdownInput({ text, label, ...control }: MarkdownInputProps) {
  const [wanted, setWanted] = useState<'Write' | 'Preview'>('Write')
  const shown = control['aria-invalid'] ? 'Write' : wanted
  return (
    <div className="flex flex-col gap-2">
      <fieldset aria-label={`${label}: write or preview`} className="flex gap-1 self-start rounded-full bg-sunken p-1">
        {(['Write', 'Preview'] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={mode === shown}
            onClick={() => setWanted(mode)}
            className={classes(
              'min-h-11 rounded-full px-4 text-sm transition',
              mode === shown ? 'bg-card font-medium text-accent-ink shadow-card' : 'text-ink-soft hover:text-ink',
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
            <Suspense fallback={<Skeleton className="h-24" />}>
              <Markdown text={text} />
            </Suspense>
          )}
        </section>
      ) : null}
    </div>
  )
}
