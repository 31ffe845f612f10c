import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import type { EventDraft } from '#contract/events/event-draft.ts'
import {
  type DraftField,
  type DraftValues,
  draftResolver,
  emptyDraft,
} from '#web/features/organizing/draft/draft-schema.ts'
import {
  draftTabs,
  fieldsOf,
  firstProblem,
  hasProblem,
  type Problems,
  shownFields,
  type TabId,
  tabBeside,
  tabOf,
} from '#web/features/organizing/draft/draft-tabs.ts'
import { forgetDraft, type KeptDraft, keepForm, keepImage } from '#web/features/organizing/draft/local-draft.ts'
import {
  type Drafting,
  savedWords,
  useFormPicture,
  useSavedDraft,
} from '#web/features/organizing/draft/use-saved-draft.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { clockNow } from '#web/lib/clock.ts'
import { useSending } from '#web/lib/files/pictures.ts'
import { settle } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Tabs } from '#web/ui/controls/tabs.tsx'
import { ProgressBar } from '#web/ui/display/loading.tsx'
import { RequiredNote } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { BannerInput, bannerDeed } from './banner-input.tsx'
import { BasicDetails } from './basic-details.tsx'
import { type Applied, useLineQuestion } from './current-applicants.tsx'
import { DateAndTime } from './date-and-time.tsx'
import { DraftInput } from './draft-input.tsx'
import { ChangedNote, KeptNote } from './draft-notes.tsx'
import { Location } from './location.tsx'
import { firstWrong } from './questions.tsx'
import { Ticketing } from './ticketing.tsx'

interface EventFormLabels {
  submit: string
  busy: string
  /** The words for a failure for which the server gives no reason. */
  failure: string
}

export interface SubmittedEvent {
  typed: EventDraft
  image: File | undefined
  /** What the event takes along that is on the server already: its draft, and the picture by its address. */
  taken: { draft_id?: number; draft_version?: number; picture: string }
  /** Called with the share of the image that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

interface EventFormProps<Sent> {
  initial: DraftValues
  /** The address of the event's current image. */
  image?: string
  kept: KeptDraft
  /** Where given, the form is of a new event, and can be saved as a draft. */
  drafting?: Drafting
  /** Those who have applied for the event that is edited. */
  applied?: Applied | null
  labels: EventFormLabels
  /** Sends the event. Throws ApiError where it is refused. */
  onSubmit: (submitted: SubmittedEvent) => Promise<Sent>
  /** Reports success and leads to the next page; takes the answer. */
  onSent: (sent: Sent) => Promise<unknown>
}

/** The form of an event, in five tabs. It does not know whether it creates or edits. */
export function EventForm<Sent>({
  initial,
  image = '',
  kept,
  drafting,
  applied = null,
  labels,
  onSubmit,
  onSent,
}: EventFormProps<Sent>) {
  // What nobody has published yet is checked as new, whatever a draft of it holds.
  const published = drafting ? emptyDraft : initial
  const resolver = useMemo(() => draftResolver(published), [published])
  const form = useForm<DraftValues, unknown, EventDraft>({
    resolver,
    defaultValues: { ...initial, ...kept.values },
    shouldFocusError: false,
  })
  const [tab, setTab] = useState<TabId>('basic')
  const picture = useFormPicture({ stored: kept.picture ?? image, file: kept.image ?? null })
  const [isKept, setKept] = useState(Boolean(kept.values || kept.image))
  const [isSaving, setSaving] = useState(false)
  const { sent, send } = useSending()
  const element = useRef<HTMLFormElement>(null)
  const { errors, isSubmitting } = form.formState
  const saved = useSavedDraft({ form, drafting, kept, picture })
  const { draft, under, change } = saved
  const { agrees, question } = useLineQuestion(applied)
  const { file: banner, stored } = picture.shown

  function handleBanner(file: File | null) {
    picture.set({ ...picture.now(), file })
    keepForm(under, form.getValues(), stored)
    keepImage(under.key, file)
  }

  function handleLeaveOut() {
    picture.set({ ...picture.now(), stored: '' })
    keepForm(under, form.getValues(), '')
  }

  function handleStartOver() {
    form.reset(initial)
    picture.set({ stored: image, file: null })
    setKept(false)
    void forgetDraft(under.key)
    leadTo('event_name')
  }

  async function handleSave(anew = false) {
    setSaving(true)
    try {
      await send((onProgress) => saved.save(onProgress, anew))
      setKept(false)
    } catch (error) {
      handleRefusal(error, form.getValues(), 'Failed to save the draft. Please try again.')
    }
    setSaving(false)
  }

  function handleRefusal(error: unknown, shown: Parameters<typeof shownFields>[0], failure: string) {
    if (saved.tellChange(error)) return
    showRefusal(form, error, {
      fields: shownFields(shown),
      notice: messageOf(error, failure),
      leadTo: (field) => leadTo(field as DraftField),
    })
  }

  function show(id: TabId) {
    // What was wrong with a picture stays at its field.
    settle(bannerDeed)
    setTab(id)
  }

  /** Next is refused by what is wrong on its tab; the tabs themselves lead anywhere. */
  async function handleNext(to: TabId) {
    const judged = fieldsOf(tab).filter((field) => form.getFieldState(field).error?.type !== 'refused')
    await form.trigger(judged)
    const wrong = judged.find((field) => form.getFieldState(field).error)
    if (wrong === undefined) return handleStep(to)
    leadTo(wrong, { questions: form.getFieldState('questions').error })
  }

  function handleStep(to: TabId) {
    flushSync(() => show(to))
    element.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }

  function leadToFirst(problems: Problems) {
    const first = firstProblem(problems)
    if (first) leadTo(first.field, problems)
  }

  function leadTo(field: DraftField, problems: Problems = {}) {
    flushSync(() => show(tabOf(field)))
    if (field === 'questions') element.current?.querySelector<HTMLElement>(firstWrong(problems.questions))?.focus()
    else form.setFocus(field)
  }

  async function handleSubmit(typed: EventDraft) {
    if (!(await agrees(typed))) return
    let answer: Sent
    const from = draft && { draft_id: draft.id, draft_version: Number(under.base) }
    const taken = { ...from, picture: stored }
    try {
      answer = await send((onProgress) => onSubmit({ typed, image: banner ?? undefined, taken, onProgress }))
    } catch (error) {
      return handleRefusal(error, typed, labels.failure)
    }
    // The draft is forgotten before the page is left, so that it does not come up again.
    await forgetDraft(under.key)
    await onSent(answer)
  }

  const panels = {
    basic: (
      <BasicDetails
        banner={
          <BannerInput file={banner} current={stored} onChoose={handleBanner} onLeaveOut={drafting && handleLeaveOut} />
        }
      />
    ),
    location: <Location />,
    dates: <DateAndTime follow={drafting !== undefined} />,
    ticketing: <Ticketing applied={applied} />,
    contact: <ContactAndSocial />,
  }
  const tabs = draftTabs.map((each) => ({ ...each, panel: panels[each.id], invalid: hasProblem(each, errors) }))
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={form.handleSubmit(handleSubmit, leadToFirst)}
        className="flex flex-col gap-3 sm:gap-6"
      >
        {change ? (
          <ChangedNote
            key={change.times}
            kind={change.kind}
            onReopen={saved.reopen}
            onSaveAnew={() => handleSave(true)}
          />
        ) : isKept ? (
          <KeptNote saved={draft !== null} onStartOver={handleStartOver} />
        ) : null}
        <Tabs
          kind="steps"
          label="Event details"
          tabs={tabs}
          selected={tab}
          onSelect={(id) => show(id as TabId)}
          note={<RequiredNote />}
        />
        {sent !== null && banner ? <ProgressBar label="Uploading" done={sent} /> : null}
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
  /** Undefined where the form has no drafts; `savedAt` null until it is saved. */
  saving: { savedAt: string | null; isBusy: boolean; onSave: () => void } | undefined
}

/** The buttons below every tab of the form. */
function FormActions({ tab, onBack, onNext, submit, saving }: FormActionsProps) {
  const before = tabBeside(tab, -1)
  const after = tabBeside(tab, 1)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4 sm:pt-6">
      {before ? (
        <Button variant="secondary" className="max-sm:flex-1" onClick={() => onBack(before.id)}>
          Back
        </Button>
      ) : null}
      {after ? (
        <Button className="max-sm:flex-1" onClick={() => onNext(after.id)}>
          Next
        </Button>
      ) : null}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3 max-sm:w-full">
        {saving ? (
          <>
            <p role="status" className="figures text-sm text-ink-soft empty:hidden max-sm:w-full">
              {saving.savedAt === null ? null : savedWords(saving.savedAt, clockNow())}
            </p>
            <Button
              variant="secondary"
              className="max-sm:flex-auto max-sm:px-3"
              busy={saving.isBusy ? 'Saving...' : false}
              unavailable={submit.isBusy}
              onClick={saving.onSave}
            >
              Save as draft
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
  { name: 'website_url', label: 'Website' },
  { name: 'facebook_url', label: 'Facebook' },
  { name: 'twitter_url', label: 'Twitter' },
  { name: 'instagram_url', label: 'Instagram' },
] as const

function ContactAndSocial() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <DraftInput name="contact_email" label="Contact Email">
          {(control) => <TextInput {...control} type="email" autoComplete="email" />}
        </DraftInput>
        <DraftInput name="contact_phone" label="Contact Phone">
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" />}
        </DraftInput>
        {links.map(({ name, label }) => (
          <DraftInput key={name} name={name} label={label}>
            {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
          </DraftInput>
        ))}
      </div>
      <DraftInput name="other_url" label="Other Links" hint="Separated by commas.">
        {(control) => <TextInput {...control} inputMode="url" placeholder="https://, https://" />}
      </DraftInput>
    </div>
  )
}
