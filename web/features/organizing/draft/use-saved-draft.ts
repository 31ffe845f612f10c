import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { doorTime, longDate } from '#contract/dates.ts'
import { addDraft, type SavedDraft, saveDraft, showDraft } from '#contract/events/drafts.ts'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { dayInBangkok } from '#contract/fields.ts'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import type { DraftValues } from './draft-schema.ts'
import {
  baseOf,
  draftName,
  forgetDraft,
  type KeptDraft,
  type KeptUnder,
  keepForm,
  keepImage,
  keptKey,
  useKeeping,
} from './local-draft.ts'

/** A draft as a form goes on with it. */
export interface FormDraft extends Pick<SavedDraft, 'id' | 'version'> {
  /** Null where it was published meanwhile. */
  saved_at: string | null
}

/** What a form needs that can be saved as a draft. */
export interface Drafting {
  personId: number
  /** The draft that the form begins with; null until it is saved as one. */
  draft: FormDraft | null
  /** Called once the form has a draft of its own, unless the form is left by then. */
  onBegun: (draft: SavedDraft) => void
  /** Shows what is saved in the place of what stands in the form. */
  onReopen: () => void
}

/** What came between a form and its draft, and the how manieth time it is told: each time it is said and focused anew. */
export interface DraftChange {
  kind: 'saved' | 'published'
  times: number
}

interface FormOfDraft {
  form: UseFormReturn<DraftValues, unknown, EventDraft>
  /** Undefined where the form has no drafts. */
  drafting: Drafting | undefined
  kept: KeptDraft
  picture: ReturnType<typeof useFormPicture>
}

const gone = 'This draft was published or deleted elsewhere. Nothing here is lost: save or publish it anew.'

/** Saves a form as a draft on the server, and keeps in the browser what is not saved yet. */
export function useSavedDraft({ form, drafting, kept, picture }: FormOfDraft) {
  const [draft, setDraft] = useState(drafting?.draft ?? null)
  const [under, setUnder] = useState<KeptUnder>({ key: kept.key, base: kept.base })
  const [change, setChange] = useState(() => changeOf(draft, kept))
  const isOpen = useRef(true)
  useKeeping(form, under, picture.shown.stored)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** Throws ApiError. With `anew` it becomes another draft, beside the one that it was. */
  async function save(onProgress: (sent: number) => void, anew = false): Promise<void> {
    if (drafting === undefined) return
    const [values, sent] = [form.getValues(), picture.now()]
    const [body, file] = [{ ...values, picture: sent.stored }, sent.file ?? undefined]
    const saved =
      draft === null || anew
        ? await call(addDraft, { body, file }, { onProgress })
        : await call(
            saveDraft,
            { params: { draftId: draft.id }, body: { ...body, version: Number(under.base) }, file },
            { onProgress },
          )

    const next = { key: keptKey(drafting.personId, draftName(saved.id)), base: baseOf(saved) }
    const [typed, chosen] = [form.getValues(), afterSaving(sent, picture.now(), saved.picture)]
    setUnder(next)
    picture.set(chosen)
    setDraft(saved)
    setChange(null)
    const forgotten = forgetDraft(under.key)
    // What was typed and chosen while it was being sent. It may be kept where the other was, and so comes after it.
    const isChanged = JSON.stringify(typed) !== JSON.stringify(values) || chosen.stored !== saved.picture
    if (isChanged || chosen.file !== null) keepForm(next, typed, chosen.stored)
    if (chosen.file !== null) void keepImage(next.key, chosen.file)
    await forgotten
    if (saved.id !== draft?.id && isOpen.current) drafting.onBegun(saved)
  }

  /** Says what came between this form and its draft; false for any other failure. */
  function tellChange(error: unknown): boolean {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'draft_changed') tell('saved')
    else if (code === 'draft_published') tell('published')
    else if (code === 'draft_not_found') {
      setDraft(null)
      setChange(null)
      notify.failure(gone)
    } else if (code === 'picture_gone') {
      picture.set({ ...picture.now(), stored: '' })
      notify.failure((error as ApiError).message)
    } else return false
    return true
  }

  function tell(kind: DraftChange['kind']) {
    setChange((before) => ({ kind, times: (before?.times ?? 0) + 1 }))
  }

  /** Leaves what stands here for what is saved, once it is certain that this is there. */
  async function reopen() {
    if (draft === null) return
    try {
      await call(showDraft, { params: { draftId: draft.id } })
    } catch (error) {
      if (!tellChange(error)) notify.failure(messageOf(error, 'Failed to open the draft. Please try again.'))
      return
    }
    await forgetDraft(under.key)
    drafting?.onReopen()
  }

  return { draft, under, change, save, tellChange, reopen }
}

/** What came between them before the form was opened; null where nothing did. */
function changeOf(draft: FormDraft | null, kept: KeptDraft): DraftChange | null {
  if (draft === null) return null
  if (draft.saved_at === null) return { kind: 'published', times: 1 }
  return kept.base === baseOf(draft) ? null : { kind: 'saved', times: 1 }
}

/** The picture of a form. */
interface FormPicture {
  /** The address of the one that is on the server already, '' for none. */
  stored: string
  /** The file that was chosen since, which takes its place; null for none. */
  file: File | null
}

/** The picture as it is shown, and as it is now: what is chosen while something is being sent is in `now` at once. */
export function useFormPicture(first: FormPicture) {
  const [shown, setShown] = useState(first)
  const now = useRef(first)

  function set(picture: FormPicture) {
    now.current = picture
    setShown(picture)
  }

  return { shown, now: () => now.current, set }
}

/** What the form holds once `sent` is saved and stands at `address`, where it holds `now` by then. */
export function afterSaving(sent: FormPicture, now: FormPicture, address: string): FormPicture {
  // A file that was sent and is taken out meanwhile is what the address shows.
  const isTakenOut = sent.file !== null && now.file === null
  return {
    stored: isTakenOut ? '' : now.stored === sent.stored ? address : now.stored,
    file: now.file === sent.file ? null : now.file,
  }
}

/** When a draft was saved, in words: the time of today, else the day too. `now` in milliseconds since 1970. */
export function savedWords(savedAt: string, now: number): string {
  const isToday = dayInBangkok(new Date(savedAt)) === dayInBangkok(new Date(now))
  return isToday ? `Saved ${doorTime(savedAt)}` : `Saved ${longDate(savedAt)}`
}
