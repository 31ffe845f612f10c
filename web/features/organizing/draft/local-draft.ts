import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SavedDraft } from '#contract/events/drafts.ts'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { forgetSaved, readSaved, saveValue } from '#web/lib/storage/saved-values.ts'
import type { DraftValues } from './draft-schema.ts'

/** A typed draft and its image, kept across a reload or the end of a session. */
export interface KeptDraft {
  key: string
  /** What it was typed into: the time of the event's last change, or the version of the draft on the server; '' for a
   *  new event. */
  base: string
  values: Partial<DraftValues> | undefined
  /** The address of the picture that is there already and stays, '' for none; undefined where nothing is kept. */
  picture?: string | undefined
  image: File | undefined
}

type Stored = Pick<KeptDraft, 'base' | 'values' | 'picture'>

/** Where a form is kept, and of which base. */
export type KeptUnder = Pick<KeptDraft, 'key' | 'base'>

/** Reads the kept draft of `name`, such as an event's id. It belongs to one person, so that the next one on this device
 *  starts with an empty form, and to one version of the event: `base`, the time of its last change. With `base` null it is
 *  read whatever it was typed into. */
export async function readKeptDraft(
  personId: number,
  name: number | string,
  base: string | null = '',
): Promise<KeptDraft> {
  const key = keptKey(personId, name)
  const [stored, image] = await Promise.all([readSaved<Stored>(key), readSaved<File>(imageKey(key))])
  if (stored && base !== null && stored.base !== base) {
    await forgetDraft(key)
    return { key, base, values: undefined, image: undefined }
  }
  return { key, base: base ?? stored?.base ?? '', values: stored?.values, picture: stored?.picture, image }
}

export const keptKey = (personId: number, name: number | string) => `event-draft/${personId}/${name}`

export const keepImage = (key: string, image: File | null) => saveValue(imageKey(key), image ?? undefined)

export async function forgetDraft(key: string): Promise<void> {
  await Promise.all([forgetSaved(key), forgetSaved(imageKey(key))])
}

/** Keeps the form as it is now. */
export function keepForm({ key, base }: KeptUnder, values: Partial<DraftValues>, picture: string): void {
  void saveValue(key, { base, values, picture } satisfies Stored)
}

/** Stores every change of the form. */
export function useKeeping(
  form: UseFormReturn<DraftValues, unknown, EventDraft>,
  { key, base }: KeptUnder,
  picture: string,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name the whole form was set, which is not a change by the user.
          if (name) keepForm({ key, base }, values, picture)
        },
      }),
    [form, key, base, picture],
  )
}

/** By what the browser's copy knows a draft on the server, and the version of it that it was typed into. */
export const draftName = (draftId: number) => `draft-${draftId}`
export const baseOf = ({ version }: Pick<SavedDraft, 'version'>) => String(version)

const imageKey = (key: string) => `${key}/image`
