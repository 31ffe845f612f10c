import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SavedDraft } from '#contract/events/drafts.ts'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { forgetSaved, readSaved, saveValue, type ValueKey } from '#web/lib/storage/saved-values.ts'
import type { DraftValues } from './draft-schema.ts'

/** A typed draft and its image, saved on this device across reloads and sessions. */
export interface LocalDraft {
  key: ValueKey
  /** The version it was typed into: the event's last change, or the version of the draft; '' for a new event. */
  base: string
  values: Partial<DraftValues> | undefined
  /** The address of the stored picture it keeps, '' for none; undefined if nothing is saved. */
  picture?: string | undefined
  image: File | undefined
}

type Stored = Pick<LocalDraft, 'base' | 'values' | 'picture'>

/** Where a form is saved, and for which version. */
export type LocalTarget = Pick<LocalDraft, 'key' | 'base'>

/** Reads the local draft `name`, such as an event's id. It belongs to one user, so that the next one on this device
 *  starts with an empty form, and to one version (`base`); null accepts any. */
export async function readLocalDraft(
  userId: number,
  name: number | string,
  base: string | null = '',
): Promise<LocalDraft> {
  const key = localKey(userId, name)
  const [stored, image] = await Promise.all([readSaved<Stored>(key), readSaved<File>(imageKey(key))])
  if (stored && base !== null && stored.base !== base) {
    await forgetLocalDraft(key)
    return { key, base, values: undefined, image: undefined }
  }
  return { key, base: base ?? stored?.base ?? '', values: stored?.values, picture: stored?.picture, image }
}

export const localKey = (userId: number, name: number | string): ValueKey => `event-draft/${userId}/${name}`

export const saveLocalImage = (key: ValueKey, image: File | null) => saveValue(imageKey(key), image ?? undefined)

export async function forgetLocalDraft(key: ValueKey): Promise<void> {
  await Promise.all([forgetSaved(key), forgetSaved(imageKey(key))])
}

export function saveLocally({ key, base }: LocalTarget, values: Partial<DraftValues>, picture: string): void {
  void saveValue(key, { base, values, picture } satisfies Stored)
}

/** Saves every change of the form. */
export function useLocalSaving(
  form: UseFormReturn<DraftValues, unknown, EventDraft>,
  { key, base }: LocalTarget,
  picture: string,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name the whole form was set, not changed by the user.
          if (name) saveLocally({ key, base }, values, picture)
        },
      }),
    [form, key, base, picture],
  )
}

/** The local name of a draft on the server, and the version it was typed into. */
export const draftName = (draftId: number) => `draft-${draftId}`
export const baseOf = ({ version }: Pick<SavedDraft, 'version'>) => String(version)

const imageKey = (key: ValueKey): ValueKey => `${key}/image`
