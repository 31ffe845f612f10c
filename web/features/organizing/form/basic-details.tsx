import { X } from 'lucide'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { splitCommas } from '#contract/endpoint.ts'
import { eventLimits } from '#contract/events/event-fields.ts'
import type { Visibility } from '#contract/events/events.schemas.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/event-form.json'
import * as terms from '#messages/event-terms.json'
import * as ui from '#messages/ui.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { categoryNames, dressCodes } from '#web/lib/format/terms.ts'
import { Icon } from '#web/lib/icon.tsx'
import { type ControlProps, Field } from '#web/ui/forms/field.tsx'
import { Select, TextArea, TextInput } from '#web/ui/forms/inputs.tsx'
import { FormInput } from './form-input.tsx'
import { FormMarkdown } from './markdown-input.tsx'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const categories = optionsOf(categoryNames)
const dressCodeOptions = optionsOf(dressCodes)
const visibilities = optionsOf({
  PUBLIC: terms.visibilityPublic,
  PRIVATE: terms.visibilityPrivate,
} satisfies Record<Visibility, string>)

export function BasicDetails({ banner }: { banner: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 sm:gap-6">
      <FormInput name="event_name" label={m.eventName} max={eventLimits.event_name} required>
        {(control) => <TextInput {...control} />}
      </FormInput>
      <FormInput
        name="description"
        label={m.shortDescription}
        hint={m.shortDescriptionHint}
        max={eventLimits.description}
        required
      >
        {(control) => <TextArea {...control} rows={2} />}
      </FormInput>
      <FormMarkdown name="detailed_description" label={m.detailedDescription} rows={4} required />
      {banner}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] items-start gap-4 sm:gap-6">
        <FormInput name="category" label={m.category} required>
          {(control) => <Select {...control} options={categories} placeholder={m.selectOption} />}
        </FormInput>
        <FormInput name="dress_code" label={m.dressCode} required>
          {(control) => <Select {...control} options={dressCodeOptions} placeholder={m.selectOption} />}
        </FormInput>
      </div>
      <Tags />
      <VisibilityFields />
    </div>
  )
}

function Tags() {
  const { trigger } = useFormContext<FormValues>()
  const { field, fieldState } = useController<FormValues, 'tags'>({ name: 'tags' })

  function handleChange(tags: string) {
    field.onChange(tags)
    if (fieldState.error) void trigger('tags')
  }

  return (
    <Field label={m.tags} hint={m.tagsHint} beside error={fieldState.error?.message}>
      {(control) => (
        <ChipsInput {...control} noun={m.tag} ref={field.ref} value={field.value ?? ''} onChange={handleChange} />
      )}
    </Field>
  )
}

function VisibilityFields() {
  const { setValue } = useFormContext<FormValues>()
  const isPrivate = useWatch<FormValues, 'visibility'>({ name: 'visibility' }) === 'PRIVATE'
  return (
    <>
      <FormInput
        name="visibility"
        label={m.visibility}
        hint={isPrivate ? m.visibilityPrivateHint : m.visibilityPublicHint}
        beside
        required
      >
        {({ onChange, ...control }) => (
          <Select
            {...control}
            options={visibilities}
            onChange={(change) => {
              if (change.target.value === 'PUBLIC') setValue('allowed_email_domains', '')
              return onChange(change)
            }}
          />
        )}
      </FormInput>
      {isPrivate ? (
        <FormInput name="allowed_email_domains" label={m.allowedEmailDomains} hint={m.allowedEmailDomainsHint}>
          {(control) => (
            <TextInput {...control} autoCapitalize="none" spellCheck={false} placeholder="ku.th, tu.ac.th" />
          )}
        </FormInput>
      ) : null}
    </>
  )
}

interface ChipsInputProps extends ControlProps {
  /** Words separated by commas; the last one may still be being typed. */
  value: string
  onChange: (value: string) => void
  /** The noun for one chip: 'tag'. */
  noun: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Several words, each shown as a chip. Enter, a comma or Tab turns the typed word into a chip; Backspace turns the last
 * chip back into text. A typed word counts even without a chip: adding a chip on blur would move the page, and the
 * press that caused the blur would miss its target.
 */
function ChipsInput({ value, onChange, noun, ref, ...control }: ChipsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [typed, setTyped] = useState('')
  const words = splitCommas(value)
  // If the value was set from outside, nothing is being typed.
  const text = typed.trim() === '' || words.at(-1) === typed.trim() ? typed : ''
  const chips = [...new Set(text.trim() === '' ? words : words.slice(0, -1))]

  function change(nextChips: string[], nextText: string) {
    onChange([...nextChips, ...splitCommas(nextText)].join(','))
    setTyped(nextText)
  }

  function add(more: string) {
    change([...chips, ...splitCommas(more)], '')
    // On phones the list scrolls by itself.
    requestAnimationFrame(() => list.current?.scrollTo({ top: list.current.scrollHeight }))
  }

  function handleKeyDown(press: KeyboardEvent) {
    // With some input methods Enter also ends the composition of a word.
    if (press.nativeEvent.isComposing) return
    // Enter must not submit the form.
    if (press.key === 'Enter') press.preventDefault()
    if (['Enter', 'Tab'].includes(press.key) && text.trim() !== '') add(text)
    if (press.key === 'Backspace' && text === '') change(chips.slice(0, -1), '')
  }

  function handleRemove(word: string) {
    change(
      chips.filter((chip) => chip !== word),
      text,
    )
    // The focused button disappears, so the input takes the focus.
    input.current?.focus()
  }

  return (
    <div className="flex flex-col gap-2">
      {chips.length > 0 ? (
        <ul ref={list} className="flex flex-wrap gap-2 max-sm:max-h-24 max-sm:overflow-y-auto">
          {chips.map((word) => (
            <li key={word} className="flex max-w-full items-center rounded-full bg-accent-soft pl-4 text-accent-ink">
              <span className="min-w-0 break-words">{word}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={fill(ui.removeChip, { noun, word })}
                onClick={() => handleRemove(word)}
              >
                <Icon icon={X} className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...control}
        ref={input}
        value={text}
        enterKeyHint="done"
        className="control"
        onKeyDown={handleKeyDown}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : change(chips, target.value))}
      />
    </div>
  )
}
