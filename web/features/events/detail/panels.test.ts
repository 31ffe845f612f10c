import { expect, test } from 'vitest'
import { socialLinks } from './panels.tsx'

const none = { website_url: '', facebook_url: '', twitter_url: '', instagram_url: '', other_url: '' }

test('an event without links shows none', () => {
  expect(socialLinks(none)).toEqual([])
})

test('other links are split on commas and named by host', () => {
  const other_url = 'https://www.meetup.com/thaipy/?a=1, http://example.org:8080/x'

  expect(socialLinks({ ...none, twitter_url: 'https://x.com/ruam', other_url })).toEqual([
    { label: 'Twitter', url: 'https://x.com/ruam' },
    { label: 'meetup.com', url: 'https://www.meetup.com/thaipy/?a=1' },
    { label: 'example.org:8080', url: 'http://example.org:8080/x' },
  ])
})

test('only web addresses become links', () => {
  expect(socialLinks({ ...none, website_url: 'javascript:alert(1)', other_url: 'later,ftp://a.b' })).toEqual([])
})
