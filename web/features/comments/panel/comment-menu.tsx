import { Ban, Ellipsis, Eye, EyeOff, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Comment } from '#contract/comments/comments.ts'
import { Menu, MenuButton } from '#web/ui/controls/menu.tsx'
import { usePanel } from './panel-context.ts'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

/** The actions that this reader may take: as the comment's author, as the event's owner, or as somebody else who is
 *  signed in. */
export function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const { readerId, isOwner, isOpen, onDelete, onReport, onBlock, onHide } = usePanel()
  if (readerId === null) return null
  const { username } = comment.user
  const isAuthor = comment.user.id === readerId
  return (
    <Menu
      label={isAuthor ? 'More about your comment' : `More about the comment by ${username}`}
      trigger={<Ellipsis {...icon} />}
      triggerClassName="icon-button -mr-3"
    >
      {isAuthor && isOpen ? (
        <MenuButton icon={<Pencil {...icon} />} onClick={onEdit}>
          Edit
        </MenuButton>
      ) : null}
      {isAuthor ? (
        <MenuButton icon={<Trash2 {...icon} />} onClick={() => onDelete(comment)}>
          Delete
        </MenuButton>
      ) : null}
      {isOwner && comment.hidden_by === null ? (
        <MenuButton icon={<EyeOff {...icon} />} onClick={() => onHide(comment, true)}>
          Hide
        </MenuButton>
      ) : null}
      {isOwner && comment.hidden_by === 'organizer' ? (
        <MenuButton icon={<Eye {...icon} />} onClick={() => onHide(comment, false)}>
          Show again
        </MenuButton>
      ) : null}
      {isOwner && !isAuthor ? (
        <MenuButton icon={<Ban {...icon} />} onClick={() => onBlock(comment)}>
          Block {username}
        </MenuButton>
      ) : null}
      {isOwner || isAuthor ? null : (
        <MenuButton icon={<Flag {...icon} />} onClick={() => onReport(comment)}>
          Report
        </MenuButton>
      )}
    </Menu>
  )
}
