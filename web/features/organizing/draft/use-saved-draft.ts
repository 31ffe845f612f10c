import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { addDraft, type SavedDraft, saveDraft } from '#contract/events/drafts.ts'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
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
  keptKey,
  useKeeping,
} from './kept-draft.ts'

/** What a form needs that can be saved as a draft. */
export interface Drafting {
  personId: number
  /** The draft that the form begins with; null until it is saved as one. */
  draft: SavedDraft | null
  /** Called once the form has a draft of its own. */
  onBegun: (draft: SavedDraft) => void
  /** Shows what is saved in the place of what stands in the form. */
  onReopen: () => void
}

interface FormOfDraft {
  form: UseFormReturn<DraftValues, unknown, EventDraft>
  /** Undefined where the form has no drafts. */
  drafting: Drafting | undefined
  kept: KeptDraft
  banner: File | null
  picture: string
  /** Takes the address of the picture that is stored now, and the file that it was, null for none. */
  onPicture: (address: string, file: File | null) => void
}

const gone = 'This draft was published or deleted elsewhere. Nothing here is lost: save or publish it anew.'

/** Saves a form as a draft on the server, and keeps in the browser what is not saved yet. */
export function useSavedDraft({ form, drafting, kept, banner, picture, onPicture }: FormOfDraft) {
  const [draft, setDraft] = useState(drafting?.draft ?? null)
  const [under, setUnder] = useState<KeptUnder>({ key: kept.key, base: kept.base })
  const [isChanged, setChanged] = useState(draft !== null && kept.base !== baseOf(draft))
  useKeeping(form, under, picture)

  /** Throws ApiError. With `anew` it becomes another draft, beside the one that it was. */
  async function save(onProgress: (sent: number) => void, anew = false): Promise<void> {
    if (drafting === undefined) return
    const values = form.getValues()
    const [body, file] = [{ ...values, picture }, banner ?? undefined]
    const saved =
      draft === null || anew
        ? await call(addDraft, { body, file }, { onProgress })
        : await call(
            saveDraft,
            { params: { draftId: draft.id }, body: { ...body, version: Number(under.base) }, file },
            { onProgress },
          )

    const next = { key: keptKey(drafting.personId, draftName(saved.id)), base: baseOf(saved) }
    await forgetDraft(under.key)
    const typed = form.getValues()
    // What was typed while it was being sent.
    if (JSON.stringify(typed) !== JSON.stringify(values)) keepForm(next, typed, saved.picture)
    onPicture(saved.picture, banner)
    setUnder(next)
    setDraft(saved)
    setChanged(false)
    if (saved.id !== draft?.id) drafting.onBegun(saved)
  }

  /** Says what came between this form and its draft; false for any other failure. */
  function tellChange(error: unknown): boolean {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'draft_changed') setChanged(true)
    else if (code === 'draft_not_found') {
      setDraft(null)
      setChanged(false)
      notify.failure(gone)
    } else if (code === 'picture_gone') {
      onPicture('', null)
      notify.failure((error as ApiError).message)
    } else return false
    return true
  }

  async function reopen() {
    await forgetDraft(under.key)
    drafting?.onReopen()
  }

  return { draft, under, isChanged, save, tellChange, reopen }
}
