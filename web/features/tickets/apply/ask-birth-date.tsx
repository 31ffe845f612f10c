import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { BirthDate } from '#contract/accounts/auth.schemas.ts'
import { editProfile } from '#contract/accounts/profile.ts'
import { fill } from '#contract/language/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/tickets-apply.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { readSession } from '#web/lib/session/session.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Dialog, useFirstField } from '#web/ui/controls/dialog.tsx'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

interface AskBirthDateProps {
  open: boolean
  /** In years. */
  minAge: number
  onSaved: () => unknown
  onClose: () => void
}

/** For events with a minimum age, where the profile has no birth date yet. */
export function AskBirthDate({ open, onClose, ...form }: AskBirthDateProps) {
  return (
    <Dialog open={open} title={m.birthDateTitle} onClose={onClose}>
      <BirthDateForm {...form} />
    </Dialog>
  )
}

function BirthDateForm({ minAge, onSaved }: Pick<AskBirthDateProps, 'minAge' | 'onSaved'>) {
  const form = useForm<{ birth_date: string }>({
    resolver: zodResolver(z.object({ birth_date: BirthDate })),
    defaultValues: { birth_date: '' },
  })
  const { register, handleSubmit, formState } = form

  async function handleSave(body: { birth_date: string }) {
    const session = readSession()
    try {
      if (session !== null) await call(editProfile, { params: { id: session.id }, body })
    } catch (error) {
      const notice = messageOf(error, m.birthDateNotSaved)
      showRefusal(form, error, { fields: ['birth_date'], notice, fieldsSuffice: true })
      return
    }
    await onSaved()
  }

  return (
    <form ref={useFirstField()} noValidate onSubmit={handleSubmit(handleSave)} className="flex flex-col gap-4">
      <p>{fill(m.birthDateReason, { age: minAge })}</p>
      <Field label={m.birthDate} error={formState.errors.birth_date?.message} required>
        {(control) => <BirthDateInput {...control} {...register('birth_date')} />}
      </Field>
      <SubmitButton wide busy={formState.isSubmitting && common.saving}>
        {m.saveAndApply}
      </SubmitButton>
    </form>
  )
}
