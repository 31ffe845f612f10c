import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { errors } from '#contract/errors.ts'
import {
  applyOrganizer,
  OrganizationType,
  type Organizer,
  OrganizerApplication,
  organizerNameMax,
  updateOrganizer,
  uploadLogo,
} from '#contract/organizers.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/organizers.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useImageUpload } from '#web/lib/files/pictures.ts'
import { organizationTypes } from '#web/lib/format/terms.ts'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { updateSession } from '#web/lib/session/session.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'
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
      showRefusal(form, error, { fields: organizerFields, notice: applicationFailure(error) })
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
function applicationFailure(error: unknown): string {
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
    notify.success(m.applied, { showOnNextPage: true })
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

const organizerFields = ['organizer_name', 'email', 'organization_type'] as const

/** Name, email and type: the fields of the organizer application and of later changes. */
function OrganizerFields() {
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

export function OrganizerProfile({ organizer }: { organizer: Organizer }) {
  const [editing, setEditing] = useState(false)
  const { revalidate } = useRevalidator()
  const toggle = useRef<HTMLButtonElement>(null)

  async function handleSaved() {
    await revalidate()
    setEditing(false)
    // Closing the form loses the focus, so the button takes it.
    toggle.current?.focus()
  }

  return (
    <Card className="flex flex-col gap-8 p-5 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <OrganizerLogo organizer={organizer} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-xl break-words">{organizer.organizer_name}</h2>
          {organizer.is_verified ? <Badge tone="success">{m.verified}</Badge> : null}
        </div>
        <Button ref={toggle} variant={editing ? 'secondary' : 'primary'} onClick={() => setEditing(!editing)}>
          {editing ? m.cancel : m.editProfile}
        </Button>
      </div>
      {editing ? (
        <ProfileForm organizer={organizer} onSaved={handleSaved} />
      ) : (
        <dl className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <Fact name={m.name} value={organizer.organizer_name} />
          <Fact name={m.type} value={organizationTypes[organizer.organization_type]} />
          <Fact name={common.email} value={organizer.email} />
        </dl>
      )}
    </Card>
  )
}

/** A new logo is shown and uploaded as soon as it is chosen. */
function OrganizerLogo({ organizer }: { organizer: Organizer }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: (file, onProgress) => call(uploadLogo, { params: { organizerId: organizer.id }, file }, { onProgress }),
    failure: m.logoNotUploaded,
  })
  return (
    <PictureInput
      label={m.logo}
      picture={preview ?? organizer.logo}
      name={organizer.organizer_name}
      sent={sent}
      onFile={handleFile}
    />
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="break-words">{value}</dd>
    </div>
  )
}

const attempt = 'change the organizer profile'

interface ProfileFormProps {
  organizer: Organizer
  onSaved: () => unknown
}

function ProfileForm({ organizer, onSaved }: ProfileFormProps) {
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
      return showRefusal(form, error, { fields: organizerFields, notice: saveFailure(error), say })
    }
    settle(attempt)
    await onSaved()
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(handleSave)} className="flex flex-col gap-5">
        <OrganizerFields />
        <SubmitButton busy={form.formState.isSubmitting && common.saving} className="sm:self-start">
          {m.saveChanges}
        </SubmitButton>
      </form>
    </FormProvider>
  )
}

/** Texts of the specification, section 8. */
function saveFailure(error: unknown): string {
  const isTaken = error instanceof ApiError && error.code === 'organizer_name_taken'
  return isTaken ? errors.organizer_name_taken.shown : m.notSaved
}
