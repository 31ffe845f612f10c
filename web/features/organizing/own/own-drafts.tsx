import { zodResolver } from '@hookform/resolvers/zod'
import { FilePen, Import, Trash2 } from 'lucide'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { longDate } from '#contract/dates.ts'
import { deleteDraft, ImportedEvent, importDraft, type SavedDraft } from '#contract/events/drafts.ts'
import { fill } from '#contract/language/messages.ts'
import { draftPath, paths } from '#contract/paths.ts'
import { pictureSources } from '#contract/pictures.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-events.json'
import { draftName, forgetLocalDraft, localKey } from '#web/features/organizing/draft/local-draft.ts'
import { errorOf, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** The organizer's drafts, last saved first. */
export function OwnDrafts({ drafts }: { drafts: SavedDraft[] }) {
  return (
    <>
      {drafts.length === 0 ? (
        <EmptyState icon={FilePen} title={m.noDrafts}>
          <p>{m.noDraftsHint}</p>
          <ButtonLink to={paths.createEvent}>{common.createEvent}</ButtonLink>
        </EmptyState>
      ) : (
        <ul aria-label={m.drafts} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <DraftCard draft={draft} />
            </li>
          ))}
        </ul>
      )}
      <ImportEvent />
    </>
  )
}

/** Fills a draft with an event from another site. */
function ImportEvent() {
  const form = useForm<ImportedEvent>({ resolver: zodResolver(ImportedEvent), defaultValues: { url: '' } })
  const { register, handleSubmit, formState } = form
  const navigate = useNavigate()

  async function handleImport(body: ImportedEvent) {
    try {
      const { id } = await call(importDraft, { body })
      notify.success(m.imported, { showOnNextPage: true })
      await navigate(draftPath(id))
    } catch (error) {
      const notice = messageOf(error, m.importFailed)
      showRefusal(form, error, { fields: ['url'], notice, fieldsSuffice: true })
    }
  }

  return (
    <Card className="mt-8 p-4 sm:p-6">
      <form noValidate onSubmit={handleSubmit(handleImport)}>
        <Field label={m.importLabel} hint={m.importLabelHint} error={formState.errors.url?.message}>
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <TextInput
                {...control}
                {...register('url')}
                type="url"
                inputMode="url"
                autoComplete="off"
                className="min-w-[min(14rem,100%)] flex-1"
                placeholder="https://example.com/event"
              />
              <SubmitButton variant="secondary" busy={formState.isSubmitting && m.importing}>
                <Icon icon={Import} />
                {m.importEvent}
              </SubmitButton>
            </div>
          )}
        </Field>
      </form>
    </Card>
  )
}

function DraftCard({ draft }: { draft: SavedDraft }) {
  const { isAsking, busy, ask, confirm, close } = useDraftDeletion(draft)
  const name = draft.event_name || m.untitled
  return (
    <Card className="flex h-full flex-wrap items-center gap-x-4 gap-y-3 p-4">
      {draft.picture ? (
        <img
          src={draft.picture}
          srcSet={pictureSources(draft.picture)}
          sizes="6rem"
          alt=""
          loading="lazy"
          className="aspect-video w-24 rounded-md object-cover"
        />
      ) : null}
      <div className="min-w-[min(10rem,100%)] flex-1">
        <h2 className="font-medium wrap-anywhere">{name}</h2>
        <p className="text-sm text-ink-soft">{fill(m.lastSaved, { date: longDate(draft.saved_at) })}</p>
      </div>
      <div className="flex flex-1 flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={ask} aria-label={fill(m.deleteNamed, { name })}>
          <Icon icon={Trash2} />
          {common.deleteIt}
        </Button>
        <ButtonLink to={draftPath(draft.id)} variant="secondary" aria-label={fill(m.continueNamed, { name })}>
          {m.continueDraft}
        </ButtonLink>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={fill(m.deleteQuestion, { name })}
        confirmLabel={common.deleteIt}
        busy={busy && common.deleting}
        onConfirm={confirm}
        onClose={close}
      >
        <p>{m.draftLoss}</p>
      </ConfirmDialog>
    </Card>
  )
}

/** Asks before deleting the draft and this browser's copy of it, then reloads the list. */
function useDraftDeletion({ id }: SavedDraft) {
  const [isAsking, setAsking] = useState(false)
  const { run, busy } = useAction()
  const { revalidate } = useRevalidator()
  const userId = useSession()?.id

  async function forget() {
    if (userId !== undefined) await forgetLocalDraft(localKey(userId, draftName(id)))
  }

  async function confirm() {
    await run(
      async () => {
        const { message } = await call(deleteDraft, { params: { draftId: id } })
        await forget()
        notify.success(message)
        await revalidate()
      },
      async (error) => {
        if (errorOf(error)?.code === 'draft_not_found') await forget()
        // It may be gone already. Without an answer a reload would fail too, and replace the page.
        if (!isOutcomeUnknown(error)) void revalidate()
        return messageOf(error, m.draftDeleteFailed)
      },
    )
    setAsking(false)
  }

  return { isAsking, busy, ask: () => setAsking(true), confirm, close: () => setAsking(false) }
}
