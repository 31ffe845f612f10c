import { expect, test } from 'vitest'
import { linkHint } from './share-event.tsx'

test('the link of an event for certain email addresses says so', () => {
  expect(linkHint({ allowed_email_domains: 'ku.th,chula.ac.th' })).toBe(
    'Only people who log in with an email address at ku.th or chula.ac.th can open it.',
  )
  expect(linkHint({ allowed_email_domains: '' })).toBeUndefined()
})
