import { createContext, useContext } from 'react'
import type { Comment } from '#contract/comments.ts'
import type { Comments } from '#web/features/comments/list/use-comments.ts'
import type { Drafts } from '#web/features/comments/writing/drafts.ts'

/** What every part of one event's comments knows. */
export interface Panel {
  event: { id: number; event_name: string }
  comments: Comments
  /** Null for a visitor. */
  readerId: number | null
  /** The event is the reader's own. */
  isOwner: boolean
  /** Nobody has closed the comments or called the event off. */
  isOpen: boolean
  drafts: Drafts
  forgetDraft: (slot: string) => void
  /** Tells screen readers what came of a deed. */
  say: (text: string) => void
  /** Asks first. */
  onDelete: (comment: Comment) => void
  onReport: (comment: Comment) => void
  onBlock: (comment: Comment) => void
  onHide: (comment: Comment, hidden: boolean) => Promise<void>
}

export const PanelContext = createContext<Panel | null>(null)

export function usePanel(): Panel {
  const panel = useContext(PanelContext)
  if (panel === null) throw new Error('outside of a comments panel')
  return panel
}

/** The element of one comment, for the focus to go to. */
export const elementId = (id: number) => `comment-${id}`
