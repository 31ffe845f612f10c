import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { OrganizerApplication } from '#contract/organizers.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { OrganizerFields } from './organizer-fields.tsx'
import { showOrganizerProblems } from './organizer-problems.ts'

interface ApplicationFormProps {
  /** Throws ApiError where the application is refused. */
  onSubmit: (application: OrganizerApplication) => Promise<void>
  /** Says what the form cannot show at a field. */
  onProblem: (error: unknown) => void
}

export function ApplicationForm({ onSubmit, onProblem }: ApplicationFormProps) {
  const form = useForm<OrganizerApplication>({
    resolver: zodResolver(OrganizerApplication),
    defaultValues: { organizer_name: '', email: '' },
  })

  async function handleSubmit(application: OrganizerApplication) {
    try {
      await onSubmit(application)
    } catch (error) {
      showOrganizerProblems(form, error)
      onProblem(error)
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(handleSubmit)} className="flex flex-col gap-5">
        <OrganizerFields />
        <SubmitButton busy={form.formState.isSubmitting && 'Submitting...'}>Submit Application</SubmitButton>
      </form>
    </FormProvider>
  )
}
