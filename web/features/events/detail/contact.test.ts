import { expect, test } from 'vitest'
import { socialLinks } from './contact.tsx'

const none = { website_url: '', facebook_url: '', twitter_url: '', instagram_url: '', other_url: '' }

test('an event without addresses has no links', () => {
  expect(socialLinks(none)).toEqual([])
})

test('other addresses are split on commas and named by their host', () => {
  const other_url = 'https://www.meetup.com/thaipy/?a=1, http://example.org:8080/x'

  expect(socialLinks({ ...none, twitter_url: 'https://x.com/ruam', other_url })).toEqual([
    { label: 'Twitter', url: 'https://x.com/ruam' },
    { label: 'meetup.com', url: 'https://www.meetup.com/thaipy/?a=1' },
    { label: 'example.org:8080', url: 'http://example.org:8080/x' },
  ])
})

test('what is no web address never becomes a link', () => {
  expect(socialLinks({ ...none, website_url: 'javascript:alert(1)', other_url: 'later,ftp://a.b' })).toEqual([])
})
