import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SavedDraft } from '#contract/events/drafts.ts'
import type { EventFields } from '#contract/events/event-fields.ts'
import { newId } from '#web/lib/format/new-id.ts'
import { forgetSaved, readSaved, saveValue, type ValueKey } from '#web/lib/storage/saved-values.ts'
import type { FormValues } from './form-schema.ts'
import { changedValues } from './form-values.ts'

/** A typed draft and its image, saved on this device across reloads and sessions. */
export interface LocalDraft {
  key: ValueKey
  /** The version it was typed into: the event's last change, or the version of the draft; '' for a new event. */
  base: string
  /** Lets the server recognize the form of a new event when it is sent again. */
  clientKey: string
  values: Partial<FormValues> | undefined
  /** The address of the stored picture it keeps, '' for none; undefined if nothing is saved. */
  picture?: string | undefined
  image: File | undefined
  /** The published event that is edited, as it is now. Only what differs from it is saved. */
  published?: { version: string; values: FormValues } | undefined
}

type Stored = Pick<LocalDraft, 'base' | 'values' | 'picture'> & { clientKey?: string }

/** Where a form is saved, and for which version. */
export type LocalTarget = Pick<LocalDraft, 'key' | 'base' | 'clientKey' | 'published'>

/** Reads the local draft `name`, such as an event's id. It belongs to one user, so that the next one on this device
 *  starts with an empty form. */
export async function readLocalDraft(
  userId: number,
  name: number | string,
  published?: LocalDraft['published'],
): Promise<LocalDraft> {
  const key = localKey(userId, name)
  const [stored, image] = await Promise.all([readSaved<Stored>(key), readSaved<File>(imageKey(key))])
  const base = stored?.base ?? published?.version ?? ''
  // The stored picture of a published event may have been replaced since.
  const picture = published ? undefined : stored?.picture
  return { key, base, clientKey: stored?.clientKey ?? newId(), values: stored?.values, picture, image, published }
}

export const localKey = (userId: number, name: number | string): ValueKey => `event-draft/${userId}/${name}`

export const saveLocalImage = (key: ValueKey, image: File | null) => saveValue(imageKey(key), image ?? undefined)

export async function forgetLocalDraft(key: ValueKey): Promise<void> {
  await Promise.all([forgetSaved(key), forgetSaved(imageKey(key))])
}

export function saveLocally(target: LocalTarget, typed: FormValues, picture: string): void {
  const { key, base, clientKey, published } = target
  const values = published ? changedValues(typed, published.values) : typed
  void saveValue(key, { base, clientKey, values, picture } satisfies Stored)
}

/** Saves every change of the form. */
export function useLocalSaving(
  form: UseFormReturn<FormValues, unknown, EventFields>,
  target: LocalTarget,
  picture: string,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name the whole form was set, not changed by the user.
          if (name) saveLocally(target, values, picture)
        },
      }),
    [form, target, picture],
  )
}

/** The local name of a draft on the server, and the version it was typed into. */
export const draftName = (draftId: number) => `draft-${draftId}`
export const baseOf = ({ version }: Pick<SavedDraft, 'version'>) => String(version)

const imageKey = (key: ValueKey): ValueKey => `${key}/image`
