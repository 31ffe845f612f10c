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
  /** Whether the viewer owns the event, or is its co-host. */
  isModerator: boolean
  /** Whether the viewer owns the event, and can block people from all of theirs. */
  isOwner: boolean
  /** False if the comments are closed, the event is called off, or its owner has blocked the viewer. */
  isOpen: boolean
  drafts: Drafts
  areDraftsRead: boolean
  forgetDraft: (slot: string) => void
  /** Moves the text of a reply, and the focus, into the field for a new comment. */
  moveReply: (threadId: number) => void
  /** Announces an action's result to screen readers. */
  announce: (text: string) => void
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
