import type { Event } from '#contract/events/events.ts'
import { splitCommas } from '#contract/fields.ts'

export interface SocialLink {
  label: string
  url: string
}

type Linked = Pick<Event, 'website_url' | 'facebook_url' | 'twitter_url' | 'instagram_url' | 'other_url'>

/** Links to an event on other sites: the four named sites, then every other address by its host's name. */
export function socialLinks(event: Linked): SocialLink[] {
  const named = [
    { label: 'Website', url: event.website_url },
    { label: 'Facebook', url: event.facebook_url },
    { label: 'Twitter', url: event.twitter_url },
    { label: 'Instagram', url: event.instagram_url },
  ]
  const others = splitCommas(event.other_url).map((url) => ({ label: hostOf(url) ?? url, url }))
  return [...named, ...others].filter(({ url }) => hostOf(url) !== null)
}

/** The host of a web address, such as 'meetup.com'; null for anything else, which must not become a link. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  return protocol === 'http:' || protocol === 'https:' ? host.replace(/^www\./, '') : null
}
