import { useCallback, useEffect, useState } from 'react'
import { readSession } from '#web/lib/session/session.ts'
import type { ValueKey } from '#web/lib/storage/saved-values.ts'
import { hasMore, type ThreadList } from './threads.ts'

/** Unsent texts by slot: 'new', 'reply 7' to a thread, 'edit 7' of a comment. */
export type Drafts = Record<string, string>

export const newSlot = 'new'
export const replySlot = (threadId: number) => `reply ${threadId}`

interface Saved {
  /** Null for texts typed by a visitor, which the next person to log in gets. */
  personId: number | null
  texts: Drafts
}

const dayMs = 24 * 3_600_000
const saved = new Map<number, Saved>()
const keyOf = (eventId: number): ValueKey => `comment-drafts/${eventId}`

/** Loaded on demand, because the first paint does not need it. */
const store = () => import('#web/lib/storage/saved-values.ts')
/** If that code cannot be loaded, nothing is saved. */
const unsaved = () => undefined

/** Saves a text across reloads and logins; '' deletes it. */
export function keepDraft(eventId: number, slot: string, text: string): void {
  const texts = { ...ownTexts(saved.get(eventId)), [slot]: text }
  if (text === '') delete texts[slot]
  keepTexts(eventId, texts)
}

function keepTexts(eventId: number, texts: Drafts) {
  const next = { personId: readSession()?.id ?? null, texts }
  saved.set(eventId, next)
  void store().then(
    ({ saveValue }) => saveValue(keyOf(eventId), Object.keys(texts).length > 0 ? next : undefined),
    unsaved,
  )
}

/** The viewer's saved texts for an event, with those typed while they are being read. */
export async function readDrafts(eventId: number): Promise<Drafts> {
  const known = saved.get(eventId)
  if (known) return ownTexts(known)
  const found = await store().then(({ readSaved }) => readSaved<Saved>(keyOf(eventId), dayMs), unsaved)
  const typed = saved.get(eventId)
  if (typed === undefined && found) saved.set(eventId, found)
  // What was typed while the others were being read is newer.
  if (typed) keepTexts(eventId, { ...ownTexts(found), ...ownTexts(typed) })
  return ownTexts(saved.get(eventId))
}

/** Without texts typed by somebody else. */
function ownTexts(found: Saved | undefined): Drafts {
  const isOwn = found && (found.personId === null || found.personId === readSession()?.id)
  return isOwn ? found.texts : {}
}

/** The texts saved by an earlier visit; empty until they have been read (`areRead`). `forgetDraft` deletes one;
 *  `moveDrafts` appends some to the text of a new comment. */
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

/** The slots of saved replies whose thread no longer exists: the list reaches further back without containing it. */
export function lostReplies(drafts: Drafts, list: ThreadList): string[] {
  const oldest = hasMore(list) ? (list.threads.at(-1)?.id ?? Number.POSITIVE_INFINITY) : 0
  const listed = new Set(list.threads.map(({ id }) => replySlot(id)))
  return Object.keys(drafts).filter((slot) => {
    const threadId = Number(/^reply (\d+)$/.exec(slot)?.[1] ?? 0)
    return threadId > oldest && !listed.has(slot)
  })
}
