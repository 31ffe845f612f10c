import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { errors } from '#contract/errors.ts'
import { type Organizer, OrganizerApplication, updateOrganizer } from '#contract/organizers.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { OrganizerFields, organizerFields } from './organizer-fields.tsx'

const attempt = 'change the organizer profile'

interface ProfileFormProps {
  organizer: Organizer
  onSaved: () => unknown
}

export function ProfileForm({ organizer, onSaved }: ProfileFormProps) {
  const { organizer_name, email, organization_type } = organizer
  const form = useForm<OrganizerApplication>({
    resolver: zodResolver(OrganizerApplication),
    defaultValues: { organizer_name, email, organization_type },
  })

  async function handleSave(body: OrganizerApplication) {
    try {
      await call(updateOrganizer, { body })
    } catch (error) {
      const say = (words: string) => notify.failure(words, { attempt })
      return showRefusal(form, error, { fields: organizerFields, notice: failureOf(error), say })
    }
    settle(attempt)
    await onSaved()
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(handleSave)} className="flex flex-col gap-5">
        <OrganizerFields />
        <SubmitButton busy={form.formState.isSubmitting && 'Saving...'} className="sm:self-start">
          Save Changes
        </SubmitButton>
      </form>
    </FormProvider>
  )
}

/** Words of the specification, section 8. */
function failureOf(error: unknown): string {
  const isTaken = error instanceof ApiError && error.code === 'organizer_name_taken'
  return isTaken ? errors.organizer_name_taken.shown : 'Failed to save changes. Please try again.'
}
