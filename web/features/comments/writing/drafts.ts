import { useEffect, useState } from 'react'
import { readSession } from '#web/lib/session/session.ts'
import { keep, readKept } from '#web/lib/storage/kept.ts'

/** What somebody typed and has not sent, by where: 'new', 'reply 7' to a thread, 'edit 7' of a comment. */
export type Drafts = Record<string, string>

interface Kept {
  /** Null while nobody was signed in: then they are for whoever logs in to send them. */
  personId: number | null
  texts: Drafts
}

const day = 24 * 3_600_000
const kept = new Map<number, Kept>()
const keyOf = (eventId: number) => `comment-drafts/${eventId}`

/** Keeps what is typed over a reload and over logging in; '' forgets it. */
export function keepDraft(eventId: number, slot: string, text: string): void {
  const texts = { ...ownTexts(kept.get(eventId)), [slot]: text }
  if (text === '') delete texts[slot]
  const next = { personId: readSession()?.id ?? null, texts }
  kept.set(eventId, next)
  void keep(keyOf(eventId), Object.keys(texts).length > 0 ? next : undefined)
}

async function readDrafts(eventId: number): Promise<Drafts> {
  const found = kept.get(eventId) ?? (await readKept<Kept>(keyOf(eventId), day))
  if (found && !kept.has(eventId)) kept.set(eventId, found)
  return ownTexts(found)
}

/** Nobody is shown what somebody else typed. */
function ownTexts(found: Kept | undefined): Drafts {
  const isOwn = found && (found.personId === null || found.personId === readSession()?.id)
  return isOwn ? found.texts : {}
}

/** What was kept of an earlier visit, nothing until it is read; and how to forget one of them. */
export function useDrafts(eventId: number) {
  const [drafts, setDrafts] = useState<Drafts>({})
  useEffect(() => {
    let gone = false
    readDrafts(eventId).then((found) => {
      if (!gone) setDrafts(found)
    })
    return () => {
      gone = true
    }
  }, [eventId])

  function forgetDraft(slot: string) {
    keepDraft(eventId, slot, '')
    setDrafts(({ [slot]: _, ...others }) => others)
  }

  return { drafts, forgetDraft }
}
