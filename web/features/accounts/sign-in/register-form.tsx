import { type FormEvent, type HTMLInputAutoCompleteAttribute, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { NewAccount } from '#contract/accounts/auth.schemas.ts'
import { checkNewAccount, passwordsDiffer, register as registerCall } from '#contract/accounts/auth.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/sign-in.json'
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** How long the first step waits for the server's checks. */
const timeoutMs = 4_000

/** Three steps, each validated before the next. An error that only the server finds leads back to its field. */
export function RegisterForm({ onRegistered }: { onRegistered: (account: NewAccount) => unknown }) {
  // There are no default values, so that text typed before hydration stays.
  const form = useForm<NewAccount>()
  const [params] = useSearchParams()
  const { step, heading, goTo } = useSteps(form.setFocus)
  const { title, fields } = steps[step] ?? steps[0]
  const [isChecking, setChecking] = useState(false)
  /** The last form whose answer got lost; perhaps it was accepted. */
  const unanswered = useRef('')

  async function handleSubmit(submit: FormEvent) {
    if (step === lastStep) return form.handleSubmit(handleSignUp)(submit)
    submit.preventDefault()
    // Only this step's fields: the server's errors on another step stay until that field is corrected.
    if (!(await form.trigger(fields, { shouldFocus: true }))) return
    if (step === 0 && (await isRefused())) return
    goTo(step + 1)
  }

  /** Whether the server refuses the username or the password. Without an answer the form goes on. */
  async function isRefused(): Promise<boolean> {
    const { username, password } = form.getValues()
    setChecking(true)
    try {
      await call(checkNewAccount, { body: { username, password } }, { signal: AbortSignal.timeout(timeoutMs) })
      return false
    } catch (error) {
      return showRefusal(form, error, { fields, notice: '', say: () => undefined })
    } finally {
      setChecking(false)
    }
  }

  async function handleSignUp(account: NewAccount) {
    // Only the fields of the shown step are mounted, and the browser's Forward key skips the validation of others.
    const wrong = signUpFields.find((field) => problemOf(field, account))
    if (wrong) {
      form.setError(wrong, { message: problemOf(wrong, account) ?? '' })
      return goTo(stepOf(wrong), wrong)
    }
    const sent = JSON.stringify(account)
    try {
      const { message } = await call(registerCall, { query: { next: params.get('next') ?? undefined }, body: account })
      notify.success(message, { showOnNextPage: true })
    } catch (error) {
      if (isOutcomeUnknown(error)) unanswered.current = sent
      // Sent again, the form meets its own account.
      if (!(isTaken(error) && unanswered.current === sent)) {
        const notice = messageOf(error, m.registrationFailed)
        const leadTo = (field: SignUpField) => goTo(stepOf(field), field)
        return showRefusal(form, error, { fields: signUpFields, notice, leadTo })
      }
    }
    await onRegistered(account)
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      <StepProgress steps={steps.map((each) => each.title)} step={step} />
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      <SignUpFields key={step} fields={fields} form={form} />
      <div className="mt-2 flex flex-wrap gap-3">
        {step > 0 ? (
          <Button
            variant="secondary"
            onClick={() => goTo(step - 1)}
            disabled={form.formState.isSubmitting}
            className="flex-1"
          >
            {m.previous}
          </Button>
        ) : null}
        <SubmitButton
          busy={isChecking ? m.checking : step === lastStep && form.formState.isSubmitting && m.submitting}
          className="flex-1"
        >
          {step === lastStep ? m.submit : m.next}
        </SubmitButton>
      </div>
    </form>
  )
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'username_taken' || error.code === 'account_exists')
}

interface About {
  label: string
  hint?: string
  autoComplete: HTMLInputAutoCompleteAttribute
  /** The kind of control; plain text by default. */
  kind?: 'password' | 'birth-date' | 'phone' | 'email' | 'username'
}

const about: Record<SignUpField, About> = {
  username: {
    label: common.username,
    hint: m.usernameHint,
    autoComplete: 'username',
    kind: 'username',
  },
  password: { label: common.password, hint: m.passwordHint, autoComplete: 'new-password', kind: 'password' },
  password2: { label: m.confirmPassword, autoComplete: 'new-password', kind: 'password' },
  first_name: { label: m.firstName, autoComplete: 'given-name' },
  last_name: { label: m.lastName, autoComplete: 'family-name' },
  birth_date: { label: m.birthDate, autoComplete: 'bday', kind: 'birth-date' },
  phone_number: {
    label: common.phoneNumber,
    hint: m.phoneHint,
    autoComplete: 'tel',
    kind: 'phone',
  },
  email: { label: common.email, autoComplete: 'email', kind: 'email' },
}

interface SignUpFieldsProps {
  fields: readonly SignUpField[]
  form: UseFormReturn<NewAccount>
}

function SignUpFields({ fields, form }: SignUpFieldsProps) {
  return fields.map((field) => {
    const { label, hint, autoComplete, kind } = about[field]
    const control = form.register(field, {
      validate: (_, typed) => problemOf(field, typed),
      onChange: () => form.clearErrors(checkedWith(field)),
    })
    return (
      <Field key={field} label={label} hint={hint} error={form.formState.errors[field]?.message} required>
        {(tied) => <Control {...tied} {...control} kind={kind} autoComplete={autoComplete} />}
      </Field>
    )
  })
}

function Control({ kind, ...rest }: React.ComponentProps<'input'> & { kind: About['kind'] }) {
  if (kind === 'password') return <PasswordInput {...rest} />
  if (kind === 'birth-date') return <BirthDateInput {...rest} />
  if (kind === 'phone') return <TextInput {...rest} type="tel" />
  if (kind === 'email') return <TextInput {...rest} type="email" />
  if (kind === 'username') return <TextInput {...rest} autoCapitalize="none" spellCheck={false} />
  return <TextInput {...rest} />
}

/** `step` counts from 0. */
function StepProgress({ steps, step }: { steps: readonly string[]; step: number }) {
  return (
    <div
      role="progressbar"
      aria-label={m.progress}
      aria-valuemin={1}
      aria-valuemax={steps.length}
      aria-valuenow={step + 1}
      aria-valuetext={fill(m.stepOf, { step: step + 1, steps: steps.length, title: steps[step] ?? '' })}
      className="flex gap-2"
    >
      {steps.map((label, place) => (
        <div key={label} className="flex min-w-0 flex-1 flex-col gap-1.5">
          <span
            className={classes(
              'h-1.5 rounded-full transition forced-colors:border',
              place <= step ? 'gradient' : 'bg-line',
            )}
          />
          <span
            className={classes(
              'text-[min(var(--text-xs),4vw)]/relaxed wrap-anywhere',
              place === step ? 'font-medium text-accent-ink' : 'text-ink-soft',
            )}
          >
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}

export type SignUpField = keyof NewAccount

/** The three steps of signing up and the fields of each (specification, section 2). */
const steps = [
  { title: m.accountInfo, fields: ['username', 'password', 'password2'] },
  { title: m.personalInfo, fields: ['first_name', 'last_name', 'birth_date'] },
  { title: m.contactInfo, fields: ['phone_number', 'email'] },
] as const satisfies readonly { title: string; fields: readonly SignUpField[] }[]

const lastStep = steps.length - 1

export const signUpFields: readonly SignUpField[] = steps.flatMap(({ fields }) => fields)

export function stepOf(field: SignUpField): number {
  return steps.findIndex(({ fields }) => (fields as readonly SignUpField[]).includes(field))
}

/** A field's error message by the contract's rules. Only the server knows taken usernames and common passwords. */
export function problemOf(field: SignUpField, form: Partial<NewAccount>): string | undefined {
  const [problem] = NewAccount.shape[field].safeParse(form[field] ?? '').error?.issues ?? []
  if (problem) return problem.message
  return field === 'password2' && form.password2 !== form.password ? passwordsDiffer : undefined
}

/** The fields whose errors to clear when this one is changed. */
export function checkedWith(field: SignUpField): SignUpField[] {
  return field === 'password' ? ['password', 'password2'] : [field]
}

/** The current step. Each step is an entry of the browser's history, so that a phone's Back key works. A change of step moves
 *  the focus to its heading, or to the field that must be corrected. */
function useSteps(setFocus: (field: SignUpField) => void) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [furthest, setFurthest] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useRef<SignUpField | undefined>(undefined)
  const step = Math.min(stepIn(state), furthest)
  const shown = useRef(step)

  // After a reload or a return to this page the typed values are gone, so start again.
  const isLeftOver = furthest === 0 && stepIn(state) > 0
  useEffect(() => {
    if (isLeftOver) navigate({ pathname, search }, { replace: true })
  }, [isLeftOver, navigate, pathname, search])

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (wanted.current) setFocus(wanted.current)
    else heading.current?.focus()
    wanted.current = undefined
  }, [step, setFocus])

  function goTo(next: number, field?: SignUpField) {
    if (next === step) return field && setFocus(field)
    wanted.current = field
    setFurthest(Math.max(furthest, next))
    return next < step ? navigate(next - step) : navigate({ pathname, search }, { state: { step: next } })
  }

  return { step, heading, goTo }
}

function stepIn(state: unknown): number {
  return (state as { step?: number } | null)?.step ?? 0
}
