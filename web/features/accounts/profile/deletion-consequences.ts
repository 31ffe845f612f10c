import type { DeletionPreview } from '#contract/accounts/own-data.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'

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

/** Whole sentences, because singular and plural differ in more than the noun. */
const sentences: { [name in keyof Counted]: [one: string, many: (count: string) => string] } = {
  upcoming_tickets: [
    'Your ticket for an upcoming event is cancelled, and its seat goes to someone else.',
    (count) => `Your ${count} tickets for upcoming events are cancelled, and their seats go to others.`,
  ],
  open_applications: [
    'Your open application for an upcoming event is cancelled.',
    (count) => `Your ${count} open applications for upcoming events are cancelled.`,
  ],
  past_tickets: [
    'Your ticket for a past event still counts there, without anything about you.',
    (count) => `Your ${count} tickets for past events still count there, without anything about you.`,
  ],
  comments: [
    'Your comment is deleted, with the replies to it.',
    (count) => `Your ${count} comments are deleted, with the replies to them.`,
  ],
  likes: ['Your like of an event is removed.', (count) => `Your ${count} likes of events are removed.`],
  bookmarks: ['Your bookmark is deleted.', (count) => `Your ${count} bookmarks are deleted.`],
  follows: ['You stop following an organizer.', (count) => `You stop following ${count} organizers.`],
  drafts: [
    'Your event draft is deleted, with its picture.',
    (count) => `Your ${count} event drafts are deleted, with their pictures.`,
  ],
  former_events: [
    'Your past event is removed from every list. Ticket holders can still open it, without your name and contact details.',
    (count) =>
      `Your ${count} past events are removed from every list. Ticket holders can still open them, without your name and contact details.`,
  ],
}

/** Leaves out what the user has none of. */
export function consequencesOf(preview: DeletionPreview): string[] {
  const counted = (Object.keys(sentences) as (keyof Counted)[]).flatMap((name) => {
    const count = preview[name]
    const [one, many] = sentences[name]
    if (count === 0) return []
    return [count === 1 ? one : many(formatNumber(count))]
  })
  const { replies_of_others: replies } = preview
  return [
    'Your profile and your pictures are deleted, and you are logged out on every device.',
    ...counted,
    ...(replies === 0 ? [] : [repliesSentence(replies)]),
    ...(preview.is_organizer ? ['Your organizer profile is deleted.'] : []),
    'Your username and your email address become available again at once.',
  ]
}

function repliesSentence(count: number): string {
  if (count === 1) return 'A reply that someone else wrote to you is deleted with your comment.'
  return `${formatNumber(count)} replies that others wrote to you are deleted with your comments.`
}
