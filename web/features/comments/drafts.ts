import { useCallback, useEffect, useState } from 'react'
import { readSession } from '#web/lib/session/session.ts'
import { hasMore, type ThreadList } from './threads.ts'

/** Texts that were typed and not sent, by their slot: 'new', 'reply 7' to a thread, 'edit 7' of a comment. */
export type Drafts = Record<string, string>

export const newSlot = 'new'
export const replySlot = (threadId: number) => `reply ${threadId}`

interface Saved {
  /** Null for texts typed by a visitor; the next person to log in gets them. */
  personId: number | null
  texts: Drafts
}

const day = 24 * 3_600_000
const saved = new Map<number, Saved>()
const keyOf = (eventId: number) => `comment-drafts/${eventId}`

/** The page is there before its texts are, so the store's code is loaded for them. */
const store = () => import('#web/lib/storage/saved-values.ts')
/** Without that code nothing is saved, as where storage is forbidden. */
const unsaved = () => undefined

/** Saves a text across a reload and a login; '' forgets it. */
export function keepDraft(eventId: number, slot: string, text: string): void {
  const texts = { ...ownTexts(saved.get(eventId)), [slot]: text }
  if (text === '') delete texts[slot]
  const next = { personId: readSession()?.id ?? null, texts }
  saved.set(eventId, next)
  void store().then(
    ({ saveValue }) => saveValue(keyOf(eventId), Object.keys(texts).length > 0 ? next : undefined),
    unsaved,
  )
}

async function readDrafts(eventId: number): Promise<Drafts> {
  const stored = () => store().then(({ readSaved }) => readSaved<Saved>(keyOf(eventId), day), unsaved)
  const found = saved.get(eventId) ?? (await stored())
  if (found && !saved.has(eventId)) saved.set(eventId, found)
  return ownTexts(found)
}

/** Leaves out texts that somebody else typed. */
function ownTexts(found: Saved | undefined): Drafts {
  const isOwn = found && (found.personId === null || found.personId === readSession()?.id)
  return isOwn ? found.texts : {}
}

/** The texts saved by an earlier visit, empty until they have been read (`areRead`). `forgetDraft` deletes one;
 *  `moveDrafts` appends some to the text for a new comment. */
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
      const texts = ownTexts(saved.get(eventId))
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

/** The slots of saved replies whose thread no longer exists: it is not listed, though the list goes further back. */
export function lostReplies(drafts: Drafts, list: ThreadList): string[] {
  const oldest = hasMore(list) ? (list.threads.at(-1)?.id ?? Number.POSITIVE_INFINITY) : 0
  const listed = new Set(list.threads.map(({ id }) => replySlot(id)))
  return Object.keys(drafts).filter((slot) => {
    const threadId = Number(/^reply (\d+)$/.exec(slot)?.[1] ?? 0)
    return threadId > oldest && !listed.has(slot)
  })
}
