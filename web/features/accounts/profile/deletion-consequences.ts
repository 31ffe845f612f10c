import type { DeletionPreview } from '#contract/accounts/own-data.ts'
import { counted } from '#contract/language/messages.ts'
import * as m from '#messages/own-data.json'

type Counted = Pick<
  DeletionPreview,
  | 'upcoming_tickets'
  | 'open_applications'
  | 'past_tickets'
  | 'comments'
  | 'likes'
  | 'bookmarks'
  | 'follows'
  | 'drafts'
  | 'former_events'
>

const sentences: { [name in keyof Counted]: [one: string, other: string] } = {
  upcoming_tickets: [m.upcomingTickets_one, m.upcomingTickets_other],
  open_applications: [m.openApplications_one, m.openApplications_other],
  past_tickets: [m.pastTickets_one, m.pastTickets_other],
  comments: [m.comments_one, m.comments_other],
  likes: [m.likes_one, m.likes_other],
  bookmarks: [m.bookmarks_one, m.bookmarks_other],
  follows: [m.follows_one, m.follows_other],
  drafts: [m.drafts_one, m.drafts_other],
  former_events: [m.formerEvents_one, m.formerEvents_other],
}

/** Leaves out what the user has none of. */
export function consequencesOf(preview: DeletionPreview): string[] {
  const losses = (Object.keys(sentences) as (keyof Counted)[]).flatMap((name) => {
    const count = preview[name]
    return count === 0 ? [] : [counted(count, ...sentences[name])]
  })
  const { replies_of_others: replies } = preview
  return [
    m.profile,
    ...losses,
    ...(replies === 0 ? [] : [counted(replies, m.replies_one, m.replies_other)]),
    ...(preview.is_organizer ? [m.organizerProfile] : []),
    m.usernameFree,
  ]
}
