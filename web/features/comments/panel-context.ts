import { createContext, useContext } from 'react'
import type { Comment } from '#contract/comments/comments.ts'
import type { Drafts } from './drafts.ts'
import type { Comments } from './use-comments.ts'

/** The values that every part of an event's comments panel needs. */
export interface Panel {
  event: { id: number; event_name: string }
  comments: Comments
  /** Null for a visitor. */
  viewerId: number | null
  /** Whether the viewer owns the event. */
  isOwner: boolean
  /** False once the comments are closed or the event is called off, and for a viewer blocked by its owner. */
  isOpen: boolean
  drafts: Drafts
  areDraftsRead: boolean
  forgetDraft: (slot: string) => void
  /** Moves what was typed as a reply into the field for a new comment, and the focus with it. */
  moveReply: (threadId: number) => void
  /** Announces what an action did to screen readers. */
  say: (text: string) => void
  /** Opens the dialog that asks before deleting. */
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
