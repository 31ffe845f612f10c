import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { type Organizer, OrganizerApplication, updateOrganizer } from '#contract/organizers.ts'
import { call } from '#web/lib/api/call.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { OrganizerFields } from './organizer-fields.tsx'
import { changeFailure, showOrganizerProblems } from './organizer-problems.ts'

const deed = 'change the organizer profile'

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
      notify.failure(changeFailure(error), { deed })
      return showOrganizerProblems(form, error)
    }
    settle(deed)
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
