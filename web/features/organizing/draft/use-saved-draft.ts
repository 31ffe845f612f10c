import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dayInBangkok, doorTime, longDate } from '#contract/dates.ts'
import { addDraft, type SavedDraft, saveDraft, showDraft } from '#contract/events/drafts.ts'
import type { EventFields } from '#contract/events/event-fields.ts'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/event-form.json'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import type { FormValues } from './form-schema.ts'
import {
  baseOf,
  draftName,
  forgetLocalDraft,
  type LocalDraft,
  type LocalTarget,
  localKey,
  saveLocalImage,
  saveLocally,
  useLocalSaving,
} from './local-draft.ts'

/** A draft open in a form. */
export interface FormDraft extends Pick<SavedDraft, 'id' | 'version'> {
  /** Null if it has been published since. */
  saved_at: string | null
}

/** What a form needs to save drafts. */
export interface Drafting {
  userId: number
  /** Null until the form is saved as a draft. */
  draft: FormDraft | null
  /** Called after the first save, unless the form was left. */
  onFirstSave: (draft: SavedDraft) => void
  /** Shows the saved draft instead of the form's content. */
  onReopen: () => void
}

/** The draft was saved or published elsewhere. `times` counts the notices: each is focused again. */
export interface DraftConflict {
  kind: 'saved' | 'published'
  times: number
}

interface FormOfDraft {
  form: UseFormReturn<FormValues, unknown, EventFields>
  /** Undefined for a form without drafts. */
  drafting: Drafting | undefined
  local: LocalDraft
  picture: ReturnType<typeof useFormPicture>
}

/** Saves a form as a draft on the server, and unsaved changes on this device. */
export function useSavedDraft({ form, drafting, local, picture }: FormOfDraft) {
  const [draft, setDraft] = useState(drafting?.draft ?? null)
  const [target, setTarget] = useState<LocalTarget>(local)
  const [conflict, setConflict] = useState(() => conflictOf(draft, local))
  const isOpen = useRef(true)
  // Kept until its answer has come, so that a second draft sent twice is one.
  const keyOfNew = useRef(newId())
  useLocalSaving(form, target, picture.shown.stored)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  /** Throws ApiError. `asNew` saves a second draft. */
  async function save(onProgress: (sent: number) => void, asNew = false): Promise<void> {
    if (drafting === undefined) return
    const [values, sent] = [form.getValues(), picture.now()]
    const [body, file] = [{ ...values, picture: sent.stored }, sent.file ?? undefined]
    const clientKey = asNew ? keyOfNew.current : target.clientKey
    const saved =
      draft === null || asNew
        ? await call(addDraft, { body: { ...body, client_key: clientKey }, file }, { onProgress })
        : await call(
            saveDraft,
            { params: { draftId: draft.id }, body: { ...body, version: Number(target.base) }, file },
            { onProgress },
          )

    if (asNew) keyOfNew.current = newId()
    const next = { key: localKey(drafting.userId, draftName(saved.id)), base: baseOf(saved), clientKey }
    const [typed, chosen] = [form.getValues(), afterSaving(sent, picture.now(), saved.picture)]
    setTarget(next)
    picture.set(chosen)
    setDraft(saved)
    setConflict(null)
    const forgotten = forgetLocalDraft(target.key)
    // Changes made during the request. Save them after forgetting the old copy, which may have the same key.
    const isChanged = JSON.stringify(typed) !== JSON.stringify(values) || chosen.stored !== saved.picture
    if (isChanged || chosen.file !== null) saveLocally(next, typed, chosen.stored)
    if (chosen.file !== null) void saveLocalImage(next.key, chosen.file)
    await forgotten
    if (saved.id !== draft?.id && isOpen.current) drafting.onFirstSave(saved)
  }

  /** Handles a conflict with the saved draft; false for any other failure. */
  function showConflict(error: unknown): boolean {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'draft_changed') setKind('saved')
    else if (code === 'draft_published') setKind('published')
    else if (code === 'draft_not_found') {
      setDraft(null)
      setConflict(null)
      notify.failure(m.draftGone)
    } else if (code === 'picture_gone') {
      picture.set({ ...picture.now(), stored: '' })
      notify.failure((error as ApiError).message)
    } else return false
    return true
  }

  function setKind(kind: DraftConflict['kind']) {
    setConflict((before) => ({ kind, times: (before?.times ?? 0) + 1 }))
  }

  /** Replaces the content with the saved draft, once that is known to exist. Throws ApiError. */
  async function reopen() {
    if (draft === null) return
    try {
      await call(showDraft, { params: { draftId: draft.id } })
    } catch (error) {
      if (!showConflict(error)) throw error
      return
    }
    await forgetLocalDraft(target.key)
    drafting?.onReopen()
  }

  /** What is typed next is another event, or typed into the current version of the edited one. */
  function startOver() {
    setTarget({ ...target, base: local.published?.version ?? target.base, clientKey: newId() })
    void forgetLocalDraft(target.key)
  }

  return { draft, target, conflict, save, showConflict, reopen, startOver }
}

/** A conflict from before the form was opened; null without one. */
function conflictOf(draft: FormDraft | null, local: LocalDraft): DraftConflict | null {
  if (draft === null) return null
  if (draft.saved_at === null) return { kind: 'published', times: 1 }
  return local.base === baseOf(draft) ? null : { kind: 'saved', times: 1 }
}

interface FormPicture {
  /** The address of the stored picture, '' for none. */
  stored: string
  /** A newly chosen file, which replaces the stored picture. */
  file: File | null
}

/** `shown` is for rendering; `now` includes a choice made during a request at once. */
export function useFormPicture(first: FormPicture) {
  const [shown, setShown] = useState(first)
  const now = useRef(first)

  function set(picture: FormPicture) {
    now.current = picture
    setShown(picture)
  }

  return { shown, now: () => now.current, set }
}

/** The picture after `sent` was saved at `address`, given the choice by `now`. */
export function afterSaving(sent: FormPicture, now: FormPicture, address: string): FormPicture {
  // A file removed during the request is the one at `address`.
  const isRemoved = sent.file !== null && now.file === null
  return {
    stored: isRemoved ? '' : now.stored === sent.stored ? address : now.stored,
    file: now.file === sent.file ? null : now.file,
  }
}

/** When a draft was saved: the time if today, else the date. `now` in milliseconds since 1970. */
export function savedText(savedAt: string, now: number): string {
  const isToday = dayInBangkok(new Date(savedAt)) === dayInBangkok(new Date(now))
  return isToday ? fill(m.savedAtTime, { time: doorTime(savedAt) }) : fill(m.savedOnDate, { date: longDate(savedAt) })
}
