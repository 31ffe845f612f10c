import { Download } from 'lucide'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type DeletionPreview, deleteAccount, exportOwnData, previewDeletion } from '#contract/accounts/own-data.ts'
import type { AccountProof, Profile } from '#contract/accounts/profile.ts'
import { fullDate } from '#contract/dates.ts'
import { errors } from '#contract/errors.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/own-data.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { download } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { forgetAccount } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { GoogleProof, type GoogleProofProps } from './google-proof.tsx'
import { ownProof } from './profile-form.tsx'

interface YourDataSectionProps extends Pick<DeletionDialogProps, 'googleButton'> {
  profile: Profile
}

/** Download or delete all data of the user. */
export function YourDataSection({ profile, googleButton }: YourDataSectionProps) {
  const [preview, setPreview] = useState<DeletionPreview | null>(null)
  const { run, busy } = useAction()

  const handleDelete = () => run(async () => setPreview(await call(previewDeletion)), m.notLoaded)

  return (
    <SectionCard title={m.yourData} intro={m.intro}>
      <div className="flex flex-wrap gap-3">
        <DownloadData />
        <Button variant="secondary" busy={busy && common.loading} onClick={handleDelete} className="text-danger">
          {m.deleteAccount}
        </Button>
      </div>
      {preview === null ? null : (
        <DeletionDialog
          preview={preview}
          proof={ownProof(profile)}
          googleButton={googleButton}
          onClose={() => setPreview(null)}
        />
      )}
    </SectionCard>
  )
}

function DownloadData() {
  const { run, busy } = useAction()

  const handleDownload = () => run(async () => download(m.fileName, await call(exportOwnData)), m.notDownloaded)

  return (
    <Button variant="secondary" onClick={handleDownload} busy={busy && m.downloading}>
      <Icon icon={Download} />
      {m.download}
    </Button>
  )
}

interface DeletionDialogProps extends Pick<DeletionFormProps, 'proof' | 'googleButton'> {
  preview: DeletionPreview
  onClose: () => void
}

/** Asks twice: first it lists what will be lost, then it asks for the password. Upcoming events must be called off first. */
function DeletionDialog({ preview, onClose, ...form }: DeletionDialogProps) {
  const [isSure, setSure] = useState(false)
  if (preview.upcoming_events > 0) {
    return (
      <Dialog
        open
        title={m.callOffTitle}
        onClose={onClose}
        hasCancel
        actions={
          <>
            <Button variant="secondary" onClick={onClose}>
              {m.keepAccount}
            </Button>
            <ButtonLink to={paths.myEvents}>{m.toMyEvents}</ButtonLink>
          </>
        }
      >
        <EventsToCallOff preview={preview} />
      </Dialog>
    )
  }
  if (isSure) {
    return (
      <Dialog open title={m.areYouSure} onClose={onClose} hasCancel>
        <DeletionForm {...form} onCancel={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={m.deleteQuestion}
      onClose={onClose}
      hasCancel
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.keepAccount}
          </Button>
          <Button variant="danger" onClick={() => setSure(true)}>
            {common.goOn}
          </Button>
        </>
      }
    >
      <DeletionConsequences preview={preview} />
    </Dialog>
  )
}

interface DeletionFormProps extends Pick<GoogleProofProps, 'googleButton'> {
  proof: ReturnType<typeof ownProof>
  onCancel: () => void
}

interface Proof {
  current_password: string
  google_token: string
}

/** Asks for the proof that the account needs, and deletes the account. */
function DeletionForm({ proof, googleButton, onCancel }: DeletionFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<Proof>({ defaultValues: { current_password: '', google_token: '' } })
  const { register, handleSubmit, setFocus, formState } = form
  useEffect(() => {
    if (proof === 'current_password') setFocus(proof)
  }, [proof, setFocus])

  async function handleDelete(given: Proof) {
    setFailure(null)
    if (proof !== null && given[proof] === '') return form.setError(proof, { message: needed[proof] })
    try {
      await deleteForGood(proof === null ? {} : { [proof]: given[proof] })
    } catch (error) {
      form.setValue('google_token', '')
      // An earlier attempt deleted it and its answer got lost: the ended session is reported instead.
      if (error instanceof ApiError && error.status === 401) return
      const notice = messageOf(error, m.notDeleted)
      showRefusal(form, error, { fields: proof === null ? [] : [proof], notice, say: setFailure, fieldsSuffice: true })
    }
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={handleSubmit(handleDelete)} className="flex flex-col gap-4">
        <p className="text-ink-soft">{m.deletionForGood}</p>
        {proof === 'current_password' ? (
          <Field
            label={m.currentPassword}
            hint={m.deletionProof}
            error={formState.errors.current_password?.message}
            required
          >
            {(control) => (
              <PasswordInput {...control} {...register('current_password')} autoComplete="current-password" />
            )}
          </Field>
        ) : null}
        {proof === 'google_token' ? <GoogleProof googleButton={googleButton} hint={m.deletionProofByGoogle} /> : null}
        {failure ? <Message kind="failure">{failure}</Message> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onCancel} disabled={formState.isSubmitting}>
            {m.keepAccount}
          </Button>
          <Button variant="danger" type="submit" busy={formState.isSubmitting && common.deleting}>
            {m.deleteAccount}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

function DeletionConsequences({ preview }: { preview: DeletionPreview }) {
  return (
    <div className="flex flex-col gap-3 text-ink-soft">
      <p>{m.cannotBeUndone}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {consequencesOf(preview).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

function EventsToCallOff({ preview }: { preview: DeletionPreview }) {
  const { events_to_call_off: events, upcoming_events: total } = preview
  return (
    <div className="flex flex-col gap-3 text-ink-soft">
      <p>{m.callOff}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {events.map(({ id, event_name, start_date_event }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium text-ink">{event_name}</span>
            <br />
            <span className="figures text-sm">{fullDate(start_date_event)}</span>
          </li>
        ))}
      </ul>
      {total > events.length ? <p>{fill(m.moreEvents, { total })}</p> : null}
    </div>
  )
}

/** Also makes this browser forget the account; the guard then redirects to the login. Throws ApiError. */
async function deleteForGood(proof: AccountProof): Promise<void> {
  const { message } = await call(deleteAccount, { body: proof })
  const forgotten = forgetAccount()
  notify.success(message, { showOnNextPage: true })
  await forgotten
}

const needed = {
  current_password: errors.password_needed.message,
  google_token: errors.google_sign_in_needed.message,
}

type Counted = Pick<
  DeletionPreview,
  | 'upcoming_tickets'
  | 'open_applications'
  | 'past_tickets'
  | 'comments'
  | 'likes'
  | 'bookmarks'
  | 'follows'
  | 'drafts'
  | 'former_events'
>

const sentences: { [name in keyof Counted]: [one: string, other: string] } = {
  upcoming_tickets: [m.upcomingTickets_one, m.upcomingTickets_other],
  open_applications: [m.openApplications_one, m.openApplications_other],
  past_tickets: [m.pastTickets_one, m.pastTickets_other],
  comments: [m.comments_one, m.comments_other],
  likes: [m.likes_one, m.likes_other],
  bookmarks: [m.bookmarks_one, m.bookmarks_other],
  follows: [m.follows_one, m.follows_other],
  drafts: [m.drafts_one, m.drafts_other],
  former_events: [m.formerEvents_one, m.formerEvents_other],
}

/** Leaves out what the user has none of. */
export function consequencesOf(preview: DeletionPreview): string[] {
  const losses = (Object.keys(sentences) as (keyof Counted)[]).flatMap((name) => {
    const count = preview[name]
    return count === 0 ? [] : [counted(count, ...sentences[name])]
  })
  const { replies_of_others: replies } = preview
  return [
    m.profile,
    ...losses,
    ...(replies === 0 ? [] : [counted(replies, m.replies_one, m.replies_other)]),
    ...(preview.is_organizer ? [m.organizerProfile] : []),
    m.usernameFree,
  ]
}
