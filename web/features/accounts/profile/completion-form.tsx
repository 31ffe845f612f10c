import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { editProfile, type Profile, ProfileCompletion } from '#contract/accounts/profile.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

interface CompletionFormProps {
  profile: Profile
  onSaved: () => unknown
}

/** The details that Google does not provide. */
export function CompletionForm({ profile, onSaved }: CompletionFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<ProfileCompletion>({
    resolver: zodResolver(ProfileCompletion),
    defaultValues: { phone_number: profile.phone_number, birth_date: profile.birth_date ?? '' },
  })
  const { register, handleSubmit, formState } = form

  async function handleCompletion(body: ProfileCompletion) {
    setFailure(null)
    try {
      await call(editProfile, { params: { id: profile.id }, body })
    } catch (error) {
      const notice = messageOf(error, m.notUpdated)
      return showRefusal(form, error, { fields: ['phone_number', 'birth_date'], notice, say })
    }
    await onSaved()
  }

  /** The text appears in the form and as a notice (specification, section 8). */
  function say(text: string) {
    notify.failure(text)
    setFailure(text)
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleCompletion)} className="flex flex-col gap-4">
      {failure ? (
        <Message kind="failure" announced={false}>
          {failure}
        </Message>
      ) : null}
      <Field
        label={common.phoneNumber}
        hint={m.phoneHintWithExample}
        error={formState.errors.phone_number?.message}
        required
      >
        {(control) => <TextInput {...control} {...register('phone_number')} type="tel" autoComplete="tel" />}
      </Field>
      <Field label={m.birthDate} error={formState.errors.birth_date?.message} required>
        {(control) => <BirthDateInput {...control} {...register('birth_date')} />}
      </Field>
      <SubmitButton wide busy={formState.isSubmitting && m.updating} className="mt-2">
        {m.completeSave}
      </SubmitButton>
    </form>
  )
}
