import { expect, test } from 'vitest'
import { stopLinkOf } from '#server/features/following/following.service.ts'
import { feedbackLinkOf } from '#server/features/messages/feedback.service.ts'
import { messageLinkOf, personOfLink } from '#server/features/messages/message.mails.ts'
import { unseal } from './seals.ts'

const secret = 'a secret of thirty-two characters'
/** Links as earlier releases mailed them. */
const mailed = {
  follow: '7-1234567890-axt57SSC_BJTCzuXP5TD2pLPiP8ZYfzJRltXNvIlgw4',
  feedback: '42-MFQDdOkRJSdFddG1Ait1I_cqHHF7TZugXuzbBZJ_YAE',
  messages: '31-mlaytzmin6BOi2dXA9HZCuV5IIida_d4DH3ydA-kb9w',
}

test('links in mails that were sent years ago still work', () => {
  expect(stopLinkOf(secret, { organizerId: 7, userId: 1234567890 })).toBe(mailed.follow)
  expect(feedbackLinkOf(secret, 42)).toBe(mailed.feedback)
  expect(messageLinkOf(secret, 31)).toBe(mailed.messages)
  expect(unseal(secret, 'stop following', mailed.follow)).toEqual([7, 1234567890])
  expect(unseal(secret, 'feedback', mailed.feedback)).toEqual([42])
  expect(personOfLink(secret, mailed.messages)).toBe(31)
})

test.for([
  mailed.messages.replace('31-', '32-'),
  mailed.messages.replace('31-', '031-'),
  mailed.messages.replace('31-', '31-31-'),
  mailed.messages.replace('31-', ''),
  mailed.messages.slice(0, -1),
  `${mailed.messages.slice(0, -1)}ก`,
  `${mailed.messages}A`,
  mailed.feedback,
  '',
])('a link that this server did not make for this purpose says nothing: %s', (link) => {
  expect(personOfLink(secret, link)).toBeNull()
})
