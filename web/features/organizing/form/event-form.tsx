import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import type { EventFields } from '#contract/events/event-fields.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-form.json'
import { emptyForm, type FormField, type FormValues, formResolver } from '#web/features/organizing/draft/form-schema.ts'
import {
  fieldsOf,
  firstProblem,
  formTabs,
  hasProblem,
  neighbourTab,
  type Problems,
  shownFields,
  type TabId,
  tabOf,
} from '#web/features/organizing/draft/form-tabs.ts'
import {
  forgetLocalDraft,
  type LocalDraft,
  saveLocalImage,
  saveLocally,
} from '#web/features/organizing/draft/local-draft.ts'
import {
  type Drafting,
  savedText,
  useFormPicture,
  useSavedDraft,
} from '#web/features/organizing/draft/use-saved-draft.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow } from '#web/lib/clock.ts'
import { useSending } from '#web/lib/files/pictures.ts'
import { settle } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Tabs } from '#web/ui/controls/tabs.tsx'
import { RequiredNote } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { ProgressBar } from '#web/ui/forms/picture-input.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { BannerInput, bannerAttempt } from './banner-input.tsx'
import { BasicDetails } from './basic-details.tsx'
import { type CurrentApplicants, MovedNotice, useWaitingListQuestion } from './current-applicants.tsx'
import { DateAndTime } from './date-and-time.tsx'
import { ChangedNote, LocalDraftNote } from './draft-notes.tsx'
import { FormInput } from './form-input.tsx'
import { firstWrong } from './form-list.tsx'
import { Location } from './location.tsx'
import { questionFields } from './questions.tsx'
import { typeFields } from './ticket-types.tsx'
import { Ticketing } from './ticketing.tsx'

interface EventFormLabels {
  submit: string
  busy: string
  /** The notice for a failure without a message from the server. */
  failure: string
}

export interface SubmittedEvent {
  typed: EventFields
  image: File | undefined
  /** A sentence for the people notified of a new date or place; '' for none. */
  changeNote: string
  /** What the server already has: the draft, and the picture by its address; and the key of this form. */
  existing: { draft_id?: number; draft_version?: number; client_key: string; picture: string }
  /** The share of the image sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

interface EventFormProps<Sent> {
  initial: FormValues
  image?: string
  local: LocalDraft
  /** For a new event, which can be saved as a draft. */
  drafting?: Drafting
  /** The current applicants of the event being edited. */
  applicants?: CurrentApplicants | null
  /** A co-host cannot change who receives the money. */
  isOwner?: boolean
  labels: EventFormLabels
  /** Above the buttons. */
  children?: ReactNode
  /** Throws ApiError if the event is refused. */
  onSubmit: (submitted: SubmittedEvent) => Promise<Sent>
  /** Reports success and navigates. */
  onSent: (sent: Sent) => Promise<unknown>
}

/** The event form in five tabs, for creating and editing alike. */
export function EventForm<Sent>({
  initial,
  image = '',
  local,
  drafting,
  applicants = null,
  isOwner = true,
  labels,
  children,
  onSubmit,
  onSent,
}: EventFormProps<Sent>) {
  // An unpublished draft is checked like a new event.
  const published = drafting ? emptyForm : initial
  const resolver = useMemo(() => formResolver(published), [published])
  const form = useForm<FormValues, unknown, EventFields>({
    resolver,
    defaultValues: { ...initial, ...local.values },
    shouldFocusError: false,
  })
  const [tab, setTab] = useState<TabId>('basic')
  const picture = useFormPicture({ stored: local.picture ?? image, file: local.image ?? null })
  const [changeNote, setChangeNote] = useState('')
  const isOutdated = local.published !== undefined && local.base !== local.published.version
  const [isLocal, setLocal] = useState(Boolean(local.values || local.image))
  const { run, busy: isSaving } = useAction()
  const { sent, send } = useSending()
  const element = useRef<HTMLFormElement>(null)
  const { errors, isSubmitting } = form.formState
  const saved = useSavedDraft({ form, drafting, local, picture })
  const { draft, target, conflict } = saved
  const { agrees: confirmLostPlaces, question } = useWaitingListQuestion(applicants, Boolean(initial.waiting_list))
  const { file: banner, stored } = picture.shown

  function handleBanner(file: File | null) {
    picture.set({ ...picture.now(), file })
    saveLocally(target, form.getValues(), stored)
    saveLocalImage(target.key, file)
  }

  function handleRemovePicture() {
    picture.set({ ...picture.now(), stored: '' })
    saveLocally(target, form.getValues(), '')
  }

  function handleStartOver() {
    form.reset(initial)
    picture.set({ stored: image, file: null })
    setLocal(false)
    saved.startOver()
    focusField('event_name')
  }

  async function handleSave(asNew = false) {
    await run(
      async () => {
        await send((onProgress) => saved.save(onProgress, asNew))
        setLocal(false)
      },
      (error) => handleRefusal(error, form.getValues(), m.draftNotSaved),
    )
  }

  function handleRefusal(error: unknown, shown: Parameters<typeof shownFields>[0], failure: string) {
    if (saved.showConflict(error)) return
    showRefusal(form, error, {
      fields: shownFields(shown),
      notice: messageOf(error, failure),
      leadTo: (field) => focusField(field as FormField),
    })
  }

  function show(id: TabId) {
    // Clears the notice; the field still shows the problem.
    settle(bannerAttempt)
    setTab(id)
  }

  /** Next checks its tab; the tabs themselves can always be opened. */
  async function handleNext(to: TabId) {
    const checked = fieldsOf(tab).filter((field) => form.getFieldState(field).error?.type !== 'refused')
    await form.trigger(checked)
    const wrong = checked.find((field) => form.getFieldState(field).error)
    if (wrong === undefined) return handleStep(to)
    const errorOf = (field: 'questions' | 'ticket_types') => form.getFieldState(field).error
    focusField(wrong, { questions: errorOf('questions'), ticket_types: errorOf('ticket_types') })
  }

  function handleStep(to: TabId) {
    flushSync(() => show(to))
    element.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }

  function focusFirstProblem(problems: Problems) {
    const first = firstProblem(problems)
    if (first) focusField(first.field, problems)
  }

  function focusField(field: FormField, problems: Problems = {}) {
    flushSync(() => show(tabOf(field)))
    if (field === 'questions') focusFirst(firstWrong(field, questionFields, problems.questions))
    else if (field === 'ticket_types') focusFirst(firstWrong(field, typeFields, problems.ticket_types))
    else form.setFocus(field)
  }

  function focusFirst(selector: string) {
    element.current?.querySelector<HTMLElement>(selector)?.focus()
  }

  async function handleSubmit(typed: EventFields) {
    if (!(await confirmLostPlaces(typed))) return
    let answer: Sent
    const from = draft && { draft_id: draft.id, draft_version: Number(target.base) }
    const existing = { ...from, client_key: target.clientKey, picture: stored }
    try {
      answer = await send((onProgress) =>
        onSubmit({ typed, image: banner ?? undefined, changeNote: changeNote.trim(), existing, onProgress }),
      )
    } catch (error) {
      return handleRefusal(error, typed, labels.failure)
    }
    // Before leaving the page, so that the local draft does not come back.
    await forgetLocalDraft(target.key)
    await onSent(answer)
  }

  const panels = {
    basic: (
      <BasicDetails
        banner={
          <BannerInput
            file={banner}
            current={stored}
            onChoose={handleBanner}
            onRemove={drafting && handleRemovePicture}
          />
        }
      />
    ),
    location: <Location />,
    dates: <DateAndTime follow={drafting !== undefined} />,
    ticketing: <Ticketing applicants={applicants} isOwner={isOwner} />,
    contact: <ContactAndSocial />,
  }
  const tabs = formTabs.map((each) => ({ ...each, panel: panels[each.id], invalid: hasProblem(each, errors) }))
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={form.handleSubmit(handleSubmit, focusFirstProblem)}
        className="flex flex-col gap-3 sm:gap-6"
      >
        {conflict ? (
          <ChangedNote
            key={conflict.times}
            kind={conflict.kind}
            onReopen={saved.reopen}
            onSaveAsNew={() => handleSave(true)}
          />
        ) : isLocal ? (
          <LocalDraftNote saved={draft !== null} isOutdated={isOutdated} onStartOver={handleStartOver} />
        ) : null}
        <Tabs
          kind="steps"
          label={m.eventDetails}
          tabs={tabs}
          selected={tab}
          onSelect={(id) => show(id as TabId)}
          note={<RequiredNote />}
        />
        <MovedNotice applicants={applicants} initial={initial} note={changeNote} onNote={setChangeNote} />
        {children}
        {sent !== null && banner ? <ProgressBar label={m.uploading} done={sent} /> : null}
        <FormActions
          tab={tab}
          onBack={handleStep}
          onNext={handleNext}
          submit={{ ...labels, isBusy: isSubmitting }}
          saving={drafting && { savedAt: draft?.saved_at ?? null, isBusy: isSaving, onSave: () => handleSave() }}
        />
      </form>
      {question}
    </FormProvider>
  )
}

interface FormActionsProps {
  tab: TabId
  onBack: (to: TabId) => void
  onNext: (to: TabId) => void
  submit: { submit: string; busy: string; isBusy: boolean }
  /** Undefined for a form without drafts; `savedAt` is null until the first save. */
  saving: { savedAt: string | null; isBusy: boolean; onSave: () => void } | undefined
}

function FormActions({ tab, onBack, onNext, submit, saving }: FormActionsProps) {
  const before = neighbourTab(tab, -1)
  const after = neighbourTab(tab, 1)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4 sm:pt-6">
      {before ? (
        <Button variant="secondary" className="max-sm:flex-1" onClick={() => onBack(before.id)}>
          {common.back}
        </Button>
      ) : null}
      {after ? (
        <Button className="max-sm:flex-1" onClick={() => onNext(after.id)}>
          {m.next}
        </Button>
      ) : null}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3 max-sm:w-full">
        {saving ? (
          <>
            <p role="status" className="figures text-sm text-ink-soft empty:hidden max-sm:w-full">
              {saving.savedAt === null ? null : savedText(saving.savedAt, clockNow())}
            </p>
            <Button
              variant="secondary"
              className="max-sm:flex-auto max-sm:px-3"
              busy={saving.isBusy ? common.saving : false}
              unavailable={submit.isBusy}
              onClick={saving.onSave}
            >
              {m.saveAsDraft}
            </Button>
          </>
        ) : null}
        <Button
          type="submit"
          variant={after ? 'secondary' : 'primary'}
          busy={submit.isBusy ? submit.busy : false}
          unavailable={saving?.isBusy ?? false}
          className="max-sm:flex-auto max-sm:px-3"
        >
          {submit.submit}
        </Button>
      </div>
    </div>
  )
}

const links = [
  { name: 'website_url', label: m.website },
  { name: 'facebook_url', label: 'Facebook' },
  { name: 'twitter_url', label: 'Twitter' },
  { name: 'instagram_url', label: 'Instagram' },
] as const

function ContactAndSocial() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <FormInput name="contact_email" label={m.contactEmail}>
          {(control) => <TextInput {...control} type="email" autoComplete="email" />}
        </FormInput>
        <FormInput name="contact_phone" label={m.contactPhone}>
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" />}
        </FormInput>
        {links.map(({ name, label }) => (
          <FormInput key={name} name={name} label={label}>
            {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
          </FormInput>
        ))}
      </div>
      <FormInput name="other_url" label={m.otherLinks} hint={m.otherLinksHint}>
        {(control) => <TextInput {...control} inputMode="url" placeholder="https://, https://" />}
      </FormInput>
    </div>
  )
}
