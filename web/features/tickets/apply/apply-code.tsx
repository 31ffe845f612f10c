import { Tag, X } from 'lucide'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { codeParameter, linkParameter } from '#contract/events/event-links.ts'
import type { EventDetail } from '#contract/events/events.ts'
import { isForType, type TicketType } from '#contract/events/ticket-types.ts'
import { fill, listOf } from '#contract/language/messages.ts'
import { type CheckedCode, checkCode } from '#contract/tickets/codes.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-apply.json'
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { price, reductionText } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { type Checked, fullPricedTypes, withCode } from './apply-rules.ts'

interface ApplyCodeProps {
  /** As it is without the code. */
  event: EventDetail
  /** In the page's address; '' for none. */
  given: string
  /** The last result; null until there is one. */
  checked: Checked | null
  /** The chosen ticket type; null for an event with one price. */
  type: TicketType | null
  /** How often an application was refused: others may have used it up. */
  attempts: number
  onCheck: (checked: Checked) => void
}

/** A field for a code, and what the given code does. The code is kept in the page's address, so that it survives logging in.
 *  Shows nothing once the event is called off. */
export function ApplyCode({ event, given, checked, type, attempts, onCheck }: ApplyCodeProps) {
  const [search, setSearch] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  /** Why the last check had no result. */
  const [failure, setFailure] = useState('')
  const [presses, setPresses] = useState(0)
  /** What takes the place of the pressed button gets the focus; nothing does when the page opens. */
  const hasActed = useRef(false)
  const link = search.get(linkParameter) ?? undefined
  const { id, version } = event

  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when the event, the attempts to apply or the presses change.
  useEffect(() => {
    setFailure('')
    if (given === '') return
    const gone = new AbortController()
    const { signal } = gone
    call(checkCode, { params: { eventId: id }, query: { link }, body: { code: given } }, { signal }).then(
      (code) => onCheck({ given, code, problem: '' }),
      (error) => {
        if (signal.aborted) return
        const problem = messageOf(error, m.codeNotChecked)
        if (isUndecided(error)) setFailure(problem)
        else onCheck({ given, code: null, problem })
      },
    )
    return () => gone.abort()
  }, [id, version, given, link, attempts, presses])

  function change(code: string) {
    hasActed.current = true
    setOpen(false)
    if (code === given) return setPresses((before) => before + 1)
    const next = new URLSearchParams(search)
    next.delete(codeParameter)
    if (code) next.set(codeParameter, code)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  if (event.is_called_off) return null
  const autoFocus = hasActed.current
  if (checked?.code) {
    return <Used event={event} code={checked.code} type={type} autoFocus={autoFocus} onRemove={() => change('')} />
  }
  if (!isOpen && given === '') {
    return (
      <Button variant="quiet" className="self-start -ml-5" autoFocus={autoFocus} onClick={() => setOpen(true)}>
        <Icon icon={Tag} />
        {m.haveCode}
      </Button>
    )
  }
  const isChecking = given !== '' && checked === null && failure === ''
  return (
    <CodeForm
      key={given}
      given={given}
      problem={failure || checked?.problem}
      isChecking={isChecking}
      autoFocus={autoFocus || given === ''}
      onUse={change}
    />
  )
}

/** The code was neither accepted nor refused. */
const isUndecided = (error: unknown) => isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 429)

interface CodeFormProps {
  given: string
  problem: string | undefined
  isChecking: boolean
  autoFocus: boolean
  onUse: (code: string) => void
}

function CodeForm({ given, problem, isChecking, autoFocus, onUse }: CodeFormProps) {
  function handleSubmit(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    onUse(String(new FormData(submit.currentTarget).get(codeParameter)).trim())
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Field label={common.code} error={problem || undefined}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              name={codeParameter}
              defaultValue={given}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus={autoFocus}
              className="min-w-0 flex-1"
            />
            <SubmitButton variant="secondary" busy={isChecking && m.checking}>
              {m.use}
            </SubmitButton>
          </div>
        )}
      </Field>
    </form>
  )
}

interface UsedProps extends Pick<ApplyCodeProps, 'event' | 'type'> {
  code: CheckedCode
  autoFocus: boolean
  onRemove: () => void
}

function Used({ event, code, type, autoFocus, onRemove }: UsedProps) {
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-accent-soft pl-3">
      <Icon icon={Tag} className="mt-3 shrink-0 text-accent-ink" />
      <p className="figures min-w-0 flex-1 py-2.5 wrap-anywhere">
        <strong className="font-semibold">{code.code}</strong>: {effectOf(code, event, type)}
      </p>
      <button
        type="button"
        className="icon-button"
        aria-label={fill(m.removeCode, { code: code.code })}
        // biome-ignore lint/a11y/noAutofocus: only after a press of the button that was here before.
        autoFocus={autoFocus}
        onClick={onRemove}
      >
        <Icon icon={X} />
      </button>
    </div>
  )
}

/** What the code does for the chosen ticket type. */
function effectOf(code: CheckedCode, event: EventDetail, type: TicketType | null): string {
  const off = reductionText(code)
  const isPlain = event.ticket_types.length === 0
  if (isPlain ? code.type_ids !== null : type !== null && !isForType(code, type)) {
    const names = fullPricedTypes(event, code)
      .filter((one) => isForType(code, one))
      .map(({ name }) => name)
    return names.length > 0 ? fill(m.codeOnlyFor, { types: listOf(names) }) : m.codeNotForThese
  }
  if (isPlain) return fill(m.codeReducesTo, { off, price: price(withCode(event, code)), before: price(event) })
  if (code.opened.length === 0) return fill(m.codeReduces, { off })
  const types = listOf(code.opened.map(({ name }) => name))
  return fill(off ? m.codeReducesAndOpens : m.codeOpens, { off, types })
}
