import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { errors } from '#contract/errors.ts'
import { applyOrganizer, OrganizationType, OrganizerApplication, organizerNameMax } from '#contract/organizers.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/organizers.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { organizationTypes } from '#web/lib/format/terms.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { updateSession } from '#web/lib/session/session.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'
import { fieldsOf, showRefusal } from '#web/ui/forms/show-refusal.ts'

interface OrganizerApplicationFormProps {
  /** Throws ApiError if the application is refused. */
  onSubmit: (application: OrganizerApplication) => Promise<void>
  /** Called after the form has shown the reason. */
  onRefused: (error: unknown) => void
}

export function OrganizerApplicationForm({ onSubmit, onRefused }: OrganizerApplicationFormProps) {
  const form = useForm<OrganizerApplication>({
    resolver: zodResolver(OrganizerApplication),
    defaultValues: { organizer_name: '', email: '' },
  })

  async function handleSubmit(application: OrganizerApplication) {
    try {
      await onSubmit(application)
    } catch (error) {
      showRefusal(form, error, { fields: organizerFields, notice: failureOf(error) })
      onRefused(error)
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(handleSubmit)} className="flex flex-col gap-5">
        <OrganizerFields />
        <SubmitButton busy={form.formState.isSubmitting && m.submitting}>{m.submit}</SubmitButton>
      </form>
    </FormProvider>
  )
}

/** Only a taken name or email is reported with the server's message (specification, section 8). */
function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return m.notSubmitted
  if (error.code === 'organizer_name_taken') return errors.organizer_name_taken.shown
  return error.code === 'already_organizer' ? error.message : (fieldsOf(error).email ?? m.notSubmitted)
}

/** Makes the user an organizer: the stored role, and with it theme and sidebar, change at once. */
export function useApplication() {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function apply(application: OrganizerApplication) {
    await call(applyOrganizer, { body: application })
    updateSession({ status: 'Organizer' })
    notify.success(m.applied, { travels: true })
    await navigate('/')
  }

  function handleRefusal(error: unknown) {
    if (!(error instanceof ApiError) || error.code !== 'already_organizer') return
    // The user became an organizer in another browser.
    updateSession({ status: 'Organizer' })
    revalidate()
  }

  return { apply, handleRefusal }
}

const types = OrganizationType.options.map((value) => ({ value, label: organizationTypes[value] }))

export const organizerFields = ['organizer_name', 'email', 'organization_type'] as const

/** Name, email and type: the fields of the organizer application and of later changes. */
export function OrganizerFields() {
  const { register, formState } = useFormContext<OrganizerApplication>()
  const { errors } = formState
  return (
    <>
      <Field label={m.name} hint={m.nameHint} error={errors.organizer_name?.message} required>
        {(control) => (
          <TextInput
            {...control}
            {...register('organizer_name')}
            maxLength={organizerNameMax}
            autoComplete="organization"
          />
        )}
      </Field>
      <Field label={common.email} hint={m.emailHint} error={errors.email?.message} required>
        {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label={m.type} error={errors.organization_type?.message} required>
        {(control) => (
          <Select {...control} {...register('organization_type')} options={types} placeholder={m.selectType} />
        )}
      </Field>
    </>
  )
}
