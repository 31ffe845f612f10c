import { useCallback, useEffect, useState } from 'react'
import { readSession } from '#web/lib/session/session.ts'

/** Texts that were typed and not sent, by their slot: 'new', 'reply 7' to a thread, 'edit 7' of a comment. */
export type Drafts = Record<string, string>

export const newSlot = 'new'
export const replySlot = (threadId: number) => `reply ${threadId}`

interface Kept {
  /** Null for texts typed by a visitor, which belong to whoever logs in next to send them. */
  personId: number | null
  texts: Drafts
}

const day = 24 * 3_600_000
const kept = new Map<number, Kept>()
const keyOf = (eventId: number) => `comment-drafts/${eventId}`

/** The page is there before its texts are, so the store's code is loaded for them. */
const store = () => import('#web/lib/storage/saved-values.ts')
/** Without that code nothing is kept, as where storage is forbidden. */
const unkept = () => undefined

/** Keeps a text across a reload and a login; '' forgets it. */
export function keepDraft(eventId: number, slot: string, text: string): void {
  const texts = { ...ownTexts(kept.get(eventId)), [slot]: text }
  if (text === '') delete texts[slot]
  const next = { personId: readSession()?.id ?? null, texts }
  kept.set(eventId, next)
  void store().then(
    ({ saveValue }) => saveValue(keyOf(eventId), Object.keys(texts).length > 0 ? next : undefined),
    unkept,
  )
}

async function readDrafts(eventId: number): Promise<Drafts> {
  const stored = () => store().then(({ readSaved }) => readSaved<Kept>(keyOf(eventId), day), unkept)
  const found = kept.get(eventId) ?? (await stored())
  if (found && !kept.has(eventId)) kept.set(eventId, found)
  return ownTexts(found)
}

/** Leaves out texts that somebody else typed. */
function ownTexts(found: Kept | undefined): Drafts {
  const isOwn = found && (found.personId === null || found.personId === readSession()?.id)
  return isOwn ? found.texts : {}
}

/** The texts kept from an earlier visit, empty until they have been read (`areRead`), and functions that forget one of
 *  them and that move some behind the text for a new comment. */
export function useDrafts(eventId: number) {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [areRead, setRead] = useState(false)
  useEffect(() => {
    let gone = false
    readDrafts(eventId).then((found) => {
      if (gone) return
      setDrafts(found)
      setRead(true)
    })
    return () => {
      gone = true
    }
  }, [eventId])

  function forgetDraft(slot: string) {
    keepDraft(eventId, slot, '')
    setDrafts(({ [slot]: _, ...others }) => others)
  }

  const moveDrafts = useCallback(
    (slots: string[]) => {
      const texts = ownTexts(kept.get(eventId))
      const joined = [newSlot, ...slots].flatMap((slot) => texts[slot] ?? []).join('\n\n')
      for (const slot of slots) keepDraft(eventId, slot, '')
      keepDraft(eventId, newSlot, joined)
      setDrafts((before) => {
        const others = Object.entries(before).filter(([slot]) => !slots.includes(slot))
        return { ...Object.fromEntries(others), [newSlot]: joined }
      })
    },
    [eventId],
  )

  return { drafts, areRead, forgetDraft, moveDrafts }
}
