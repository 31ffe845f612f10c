import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { EventDraft } from '#contract/events/event-draft.ts'
import type { Event } from '#contract/events/events.ts'
import { forgetKept, keep, readKept } from '#web/lib/storage/kept.ts'
import type { DraftValues } from './draft-schema.ts'

/** What somebody typed, and the image they chose, before a reload or the end of their session came between. */
export interface KeptDraft {
  key: string
  /** When the event was last changed that the draft changes; '' for a new one. */
  base: string
  values: Partial<DraftValues> | undefined
  image: File | undefined
}

type Stored = Pick<KeptDraft, 'base' | 'values'>

/** Per person, so that whoever logs in next on this device starts afresh; and per event, as long as nobody changes it. */
export async function readKeptDraft(personId: number, event?: Event): Promise<KeptDraft> {
  const key = `event-draft/${personId}/${event?.id ?? 'new'}`
  const base = event?.updated_at ?? ''
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

/** Keeps every change of the form, from the first one on. */
export function useKeeping(form: UseFormReturn<DraftValues, unknown, EventDraft>, { key, base }: KeptDraft): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          // Without a name the whole form was set: that is no change of somebody's.
          if (name) keep(key, { base, values } satisfies Stored)
        },
      }),
    [form, key, base],
  )
}

const imageKey = (key: string) => `${key}/image`
