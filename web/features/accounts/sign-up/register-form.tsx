import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { checkNewAccount, type NewAccount, register as registerCall } from '#contract/accounts/auth.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { StepProgress } from '#web/ui/display/step-progress.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { lastStep, problemOf, type SignUpField, signUpFields, stepOf, steps } from './sign-up-steps.ts'
import { useSteps } from './use-steps.ts'

/** How long the step waits to hear what only the server knows. */
const patienceMs = 4_000

/** A form of three steps, with a way back. Each step is judged before the next; what only the server knows leads back to
 *  its field. */
export function RegisterForm({ onRegistered }: { onRegistered: (account: NewAccount) => unknown }) {
  // There are no default values, so that text typed before hydration stays.
  const form = useForm<NewAccount>()
  const [params] = useSearchParams()
  const { step, heading, goTo } = useSteps(form.setFocus)
  const { title, fields } = steps[step] ?? steps[0]
  const [isChecking, setChecking] = useState(false)

  async function handleSubmit(submit: FormEvent) {
    if (step === lastStep) return form.handleSubmit(handleSignUp)(submit)
    submit.preventDefault()
    // Only this step's fields are checked: the server's words about another step stay there until that field is
    // corrected.
    if (!(await form.trigger(fields, { shouldFocus: true }))) return
    if (step === 0 && (await isRefused())) return
    goTo(step + 1)
  }

  /** Asks the server about what it alone knows of the first step. Without an answer the form goes on. */
  async function isRefused(): Promise<boolean> {
    const { username, password } = form.getValues()
    setChecking(true)
    try {
      await call(checkNewAccount, { body: { username, password } }, { signal: AbortSignal.timeout(patienceMs) })
      return false
    } catch (error) {
      return showRefusal(form, error, { fields, notice: '', say: () => undefined })
    } finally {
      setChecking(false)
    }
  }

  async function handleSignUp(account: NewAccount) {
    // The form judges the fields of the shown step alone; the browser's Forward key passes by what was changed before.
    const wrong = signUpFields.find((field) => problemOf(field, account))
    if (wrong) {
      form.setError(wrong, { message: problemOf(wrong, account) ?? '' })
      return goTo(stepOf(wrong), wrong)
    }
    try {
      const { message } = await call(registerCall, { query: { next: params.get('next') ?? undefined }, body: account })
      notify.success(message, { travels: true })
    } catch (error) {
      const notice = messageOf(error, 'An error occurred during registration.')
      const leadTo = (field: SignUpField) => goTo(stepOf(field), field)
      return showRefusal(form, error, { fields: signUpFields, notice, leadTo })
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
            Previous
          </Button>
        ) : null}
        <SubmitButton
          busy={isChecking ? 'Checking...' : step === lastStep && form.formState.isSubmitting && 'Submitting...'}
          className="flex-1"
        >
          {step === lastStep ? 'Submit' : 'Next'}
        </SubmitButton>
      </div>
    </form>
  )
}
