import { expect, test } from 'vitest'
import type { DeletionPreview } from '#contract/accounts/own-data.ts'
import { consequencesOf } from './your-data-section.tsx'

const nothing: DeletionPreview = {
  upcoming_tickets: 0,
  open_applications: 0,
  past_tickets: 0,
  comments: 0,
  replies_of_others: 0,
  likes: 0,
  bookmarks: 0,
  follows: 0,
  drafts: 0,
  is_organizer: false,
  former_events: 0,
  upcoming_events: 0,
  events_to_call_off: [],
}

test('what the user has none of is left out', () => {
  expect(consequencesOf(nothing)).toEqual([
    'Your profile and your pictures are deleted, and you are logged out on every device.',
    'Your username and your email address become available again at once.',
  ])
})

test('each consequence is a sentence with its number', () => {
  const one = consequencesOf({ ...nothing, upcoming_tickets: 1, drafts: 1, comments: 1, replies_of_others: 1 })
  const many = consequencesOf({
    ...nothing,
    upcoming_tickets: 2,
    past_tickets: 1200,
    is_organizer: true,
    former_events: 3,
    open_applications: 2,
    drafts: 50,
  })

  expect(one).toContain('Your ticket for an upcoming event is cancelled, and its seat goes to someone else.')
  expect(one).toContain('Your event draft is deleted, with its picture.')
  expect(one).toContain('A reply that someone else wrote to you is deleted with your comment.')
  expect(many).toContain('Your 2 tickets for upcoming events are cancelled, and their seats go to others.')
  expect(many.some((sentence) => sentence.includes('1,200 tickets for past events'))).toBe(true)
  expect(many).toContain('Your 2 open applications for upcoming events are cancelled.')
  expect(many).toContain('Your 50 event drafts are deleted, with their pictures.')
  expect(many).toContain('Your organizer profile is deleted.')
})
