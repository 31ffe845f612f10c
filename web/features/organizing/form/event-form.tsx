import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import type { EventDraft } from '#contract/events/event-draft.ts'
import type { Applied } from '#web/features/organizing/applied/applied.ts'
import { useLineQuestion } from '#web/features/organizing/applied/use-line-question.tsx'
import { BannerInput, bannerDeed } from '#web/features/organizing/banner/banner-input.tsx'
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
  tabOf,
} from '#web/features/organizing/draft/draft-tabs.ts'
import { useFormPicture } from '#web/features/organizing/draft/form-picture.ts'
import { forgetDraft, type KeptDraft, keepForm, keepImage } from '#web/features/organizing/draft/kept-draft.ts'
import { type Drafting, useSavedDraft } from '#web/features/organizing/draft/use-saved-draft.ts'
import { firstWrong } from '#web/features/organizing/questions/edit-list.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { useSending } from '#web/lib/files/pictures.ts'
import { settle } from '#web/lib/notices/notice.tsx'
import { Tabs } from '#web/ui/controls/tabs.tsx'
import { ProgressBar } from '#web/ui/display/loading.tsx'
import { RequiredNote } from '#web/ui/forms/field.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { BasicDetails } from './basic-details.tsx'
import { ChangedNote } from './changed-note.tsx'
import { ContactAndSocial } from './contact-and-social.tsx'
import { DateAndTime } from './date-and-time.tsx'
import { FormActions } from './form-actions.tsx'
import { KeptNote } from './kept-note.tsx'
import { Location } from './location.tsx'
import { Ticketing } from './ticketing.tsx'

export interface EventFormLabels {
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
