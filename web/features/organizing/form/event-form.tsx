import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, useForm } from 'react-hook-form'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { type DraftField, type DraftValues, draftResolver } from '#web/features/organizing/draft/draft-schema.ts'
import {
  draftTabs,
  firstProblem,
  hasProblem,
  type Problems,
  shownFields,
  type TabId,
  tabBeside,
  tabOf,
} from '#web/features/organizing/draft/draft-tabs.ts'
import { forgetDraft, type KeptDraft, keepImage, useKeeping } from '#web/features/organizing/draft/kept-draft.ts'
import { serverWords } from '#web/lib/api/api-error.ts'
import { useSending } from '#web/lib/files/use-sending.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Tabs } from '#web/ui/controls/tabs.tsx'
import { ProgressBar } from '#web/ui/display/progress-bar.tsx'
import { RequiredNote } from '#web/ui/forms/field.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { BannerInput } from './banner-input.tsx'
import { BasicDetails } from './basic-details.tsx'
import { ContactAndSocial } from './contact-and-social.tsx'
import { DateAndTime } from './date-and-time.tsx'
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
  draft: EventDraft
  image: File | undefined
  /** Called with the share of the image that has been sent, from 0 to 1. */
  onProgress: (sent: number) => void
}

interface EventFormProps<Sent> {
  initial: DraftValues
  /** The address of the event's current image. */
  image?: string
  kept: KeptDraft
  labels: EventFormLabels
  /** Sends the event. Throws ApiError where it is refused. */
  onSubmit: (submitted: SubmittedEvent) => Promise<Sent>
  /** Reports success and leads to the next page; takes the answer. */
  onSent: (sent: Sent) => Promise<unknown>
}

/** The form of an event, in five tabs. It does not know whether it creates or edits. */
export function EventForm<Sent>({ initial, image, kept, labels, onSubmit, onSent }: EventFormProps<Sent>) {
  const resolver = useMemo(() => draftResolver(initial), [initial])
  const form = useForm<DraftValues, unknown, EventDraft>({
    resolver,
    defaultValues: { ...initial, ...kept.values },
    shouldFocusError: false,
  })
  const [tab, setTab] = useState<TabId>('basic')
  const [banner, setBanner] = useState<File | null>(kept.image ?? null)
  const { sent, send } = useSending()
  const element = useRef<HTMLFormElement>(null)
  const { errors, isSubmitting } = form.formState
  useKeeping(form, kept)

  function handleBanner(file: File | null) {
    setBanner(file)
    keepImage(kept.key, file)
  }

  function handleStartOver() {
    form.reset(initial)
    setBanner(null)
    void forgetDraft(kept.key)
    leadTo('event_name')
  }

  function handleStep(to: TabId) {
    flushSync(() => setTab(to))
    element.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }

  function leadToFirst(problems: Problems) {
    const first = firstProblem(problems)
    if (first) leadTo(first.field)
  }

  function leadTo(field: DraftField) {
    flushSync(() => setTab(tabOf(field)))
    form.setFocus(field)
  }

  async function handleSubmit(draft: EventDraft) {
    let answer: Sent
    try {
      answer = await send((onProgress) => onSubmit({ draft, image: banner ?? undefined, onProgress }))
    } catch (error) {
      return showRefusal(form, error, {
        fields: shownFields(draft),
        notice: serverWords(error) ?? labels.failure,
        leadTo,
      })
    }
    // The draft is forgotten before the page is left, so that it does not come up again.
    await forgetDraft(kept.key)
    await onSent(answer)
  }

  const panels = {
    basic: <BasicDetails banner={<BannerInput file={banner} current={image} onChoose={handleBanner} />} />,
    location: <Location />,
    dates: <DateAndTime follow={initial.start_date_event === ''} />,
    ticketing: <Ticketing />,
    contact: <ContactAndSocial />,
  }
  const tabs = draftTabs.map((each) => ({ ...each, panel: panels[each.id], invalid: hasProblem(each, errors) }))
  const before = tabBeside(tab, -1)
  const after = tabBeside(tab, 1)
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={form.handleSubmit(handleSubmit, leadToFirst)}
        className="flex flex-col gap-5 sm:gap-6"
      >
        {kept.values || kept.image ? <KeptNote onStartOver={handleStartOver} /> : null}
        <RequiredNote />
        <Tabs kind="steps" label="Event details" tabs={tabs} selected={tab} onSelect={(id) => setTab(id as TabId)} />
        {sent !== null && banner ? <ProgressBar label="Uploading" done={sent} /> : null}
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          {before ? (
            <Button variant="secondary" className="max-sm:flex-1" onClick={() => handleStep(before.id)}>
              Back
            </Button>
          ) : null}
          {after ? (
            <Button className="max-sm:flex-1" onClick={() => handleStep(after.id)}>
              Next
            </Button>
          ) : null}
          <Button
            type="submit"
            variant={after ? 'secondary' : 'primary'}
            busy={isSubmitting ? labels.busy : false}
            className="ml-auto max-sm:w-full"
          >
            {labels.submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
