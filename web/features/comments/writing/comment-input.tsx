import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { commentMax, plain, tooLong } from '#contract/comments/comments.ts'
import { TextArea } from '#web/ui/forms/inputs.tsx'

interface CommentInputProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  /** The field's name for screen readers. */
  label: string
  ref: RefObject<HTMLTextAreaElement | null>
  /** The kept text, '' where there is none; undefined until that is known. It comes into the field where it begins with what is
   *  typed there already; otherwise what was typed before the field was alive is kept instead. */
  kept?: string | undefined
  onType: (text: string) => void
  onEscape?: () => void
}

/** A field that grows with its text. Enter breaks the line; Control or Command with Enter sends the form. */
export function CommentInput({ label, ref, kept, onType, onEscape, ...rest }: CommentInputProps) {
  const id = useId()
  const [length, setLength] = useState(0)
  const isTooLong = length > commentMax

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed later is told by the field.
  useEffect(() => {
    const field = ref.current
    if (kept === undefined || field === null || field.value === kept) return
    if (kept.startsWith(field.value)) field.value = kept
    else onType(field.value)
    setLength(plain(field.value).length)
  }, [kept, ref])

  function handleKeyDown(press: KeyboardEvent<HTMLTextAreaElement>) {
    if (press.key === 'Escape' && onEscape) {
      press.stopPropagation()
      onEscape()
    }
    if (press.key === 'Enter' && (press.ctrlKey || press.metaKey)) {
      press.preventDefault()
      press.currentTarget.form?.requestSubmit()
    }
  }

  return (
    <>
      {isTooLong ? (
        // A row of its own above the field, so that the buttons beside the field stay level with it.
        <p id={id} role="alert" className="basis-full text-sm text-danger">
          {tooLong}
        </p>
      ) : null}
      <TextArea
        {...rest}
        ref={ref}
        rows={1}
        aria-label={label}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? id : undefined}
        onChange={({ target }) => {
          setLength(plain(target.value).length)
          onType(target.value)
        }}
        onKeyDown={handleKeyDown}
        className="block field-sizing-content max-h-32 min-w-0 flex-1 basis-40 resize-none!"
      />
    </>
  )
}
