import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { commentMax, plain, tooLong } from '#contract/comments.ts'
import { TextArea } from '#web/ui/forms/inputs.tsx'

interface CommentInputProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  /** The field's name for screen readers. */
  label: string
  onType: (text: string) => void
  onEscape?: () => void
}

/** A field that grows with its text. Enter breaks the line; Control or Command with Enter sends the form. */
export function CommentInput({ label, onType, onEscape, ...rest }: CommentInputProps) {
  const id = useId()
  const [length, setLength] = useState(0)
  const isTooLong = length > commentMax

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
