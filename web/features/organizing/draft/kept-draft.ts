import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EventDraft } from '#contract/events/event-draft.ts'
import { forgetKept, keep, readKept } from '#web/lib/storage/kept.ts'
import type { DraftValues } from './draft-schema.ts'

/** A typed draft and its image, kept across a reload or the end of a session. */
export interface KeptDraft {
  key: string
  /** The time of the event's last change when the draft was begun; '' for a new event. */
  base: string
  values: Partial<DraftValues> | undefined
  image: File | undefined
}

type Stored = Pick<KeptDraft, 'base' | 'values'>

/** Reads the kept draft of `name`, such as an event's id. It belongs to one person, so that the next one on this device
 *  starts with an empty form, and to one version of the event: `base`, the time of its last change. */
export async function readKeptDraft(personId: number, name: number | string, base = ''): Promise<KeptDraft> {
  const key = `event-draft/${personId}/${name}`
  const [stored, image] = await Promise.all([readKept<Stored>(key), readKept<File>(imageKey(key))])
  if (stored && stored.base !== base) {
    await forgetDraft(key)
    return { key, base, values: undefined, image: undefined }
  }
  return { key, base, values: stored?.values, image }
}

export const keepImage = (key: string, image: File | null) => keep(imageKey(key), image ?? undefined)

export async function forgetDraft(key: string): Promise<void> {
  await Promise.all([forgetKept(key), forgetKept(imageKey(key))])
}

/** Stores every change of the form. */
export function useKeeping(form: UseFormReturn<DraftValues, unknown, EventDraft>, { key, base }: KeptDraft): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name the whole form was set, which is not a change by the user.
          if (name) keep(key, { base, values } satisfies Stored)
        },
      }),
    [form, key, base],
  )
}

const imageKey = (key: string) => `${key}/image`
