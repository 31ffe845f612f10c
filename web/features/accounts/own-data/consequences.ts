import type { DeletionPreview } from '#contract/accounts/deletion.ts'

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

/** A whole sentence for one, and one for many; nothing is said of what there is none of. */
const sentences: { [name in keyof Counted]: [one: string, many: (count: string) => string] } = {
  upcoming_tickets: [
    'Your ticket for an upcoming event is cancelled, and its seat goes to somebody else.',
    (count) => `Your ${count} tickets for upcoming events are cancelled, and their seats go to others.`,
  ],
  open_applications: [
    'Your application for an upcoming event, for which you have no ticket yet, is cancelled.',
    (count) => `Your ${count} applications for upcoming events, for which you have no tickets yet, are cancelled.`,
  ],
  past_tickets: [
    'Your ticket for a past event stays in its count, without your name and without anything about you.',
    (count) =>
      `Your ${count} tickets for past events stay in their counts, without your name and without anything about you.`,
  ],
  comments: [
    'Your comment is deleted, with the replies to it.',
    (count) => `Your ${count} comments are deleted, with the replies to them.`,
  ],
  likes: ['Your like of an event is taken back.', (count) => `Your ${count} likes of events are taken back.`],
  bookmarks: ['Your bookmark is deleted.', (count) => `Your ${count} bookmarks are deleted.`],
  follows: ['You stop following an organizer.', (count) => `You stop following ${count} organizers.`],
  drafts: [
    'Your draft of an event is deleted, with its picture.',
    (count) => `Your ${count} drafts of events are deleted, with their pictures.`,
  ],
  former_events: [
    'Your past event leaves every list. Whoever held a ticket still finds it, without you and your contact details.',
    (count) =>
      `Your ${count} past events leave every list. Whoever held a ticket still finds them, without you and your contact details.`,
  ],
}

/** What a deletion does for one person, sentence by sentence. */
export function consequencesOf(preview: DeletionPreview): string[] {
  const counted = (Object.keys(sentences) as (keyof Counted)[]).flatMap((name) => {
    const count = preview[name]
    const [one, many] = sentences[name]
    if (count === 0) return []
    return [count === 1 ? one : many(count.toLocaleString('en-US'))]
  })
  const { replies_of_others: replies } = preview
  return [
    'Your profile and your pictures are deleted, and you are logged out on every device.',
    ...counted,
    ...(replies === 0 ? [] : [repliesGo(replies)]),
    ...(preview.is_organizer ? ['Your organizer profile is deleted.'] : []),
    'Your username and your email address are free again at once.',
  ]
}

function repliesGo(count: number): string {
  if (count === 1) return 'A reply that somebody else wrote to you is deleted with your comment.'
  return `${count.toLocaleString('en-US')} replies that others wrote to you are deleted with your comments.`
}
