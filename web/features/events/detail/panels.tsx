import { Globe, Mail, Phone } from 'lucide'
import type { ReactNode } from 'react'
import { splitCommas } from '#contract/endpoint.ts'
import type { Event } from '#contract/events/events.ts'
import * as m from '#messages/event-detail.json'
import { Icon } from '#web/lib/icon.tsx'
import { Card } from '#web/ui/display/card.tsx'

/** Renders nothing without email and phone. */
export function Contact({ event }: { event: Event }) {
  if (!event.contact_email && !event.contact_phone) return null
  return (
    <Panel title={m.contact}>
      <div className="flex flex-col items-start">
        {event.contact_email ? (
          <a href={`mailto:${event.contact_email}`} className={outsideLink}>
            <Icon icon={Mail} className="shrink-0" />
            {event.contact_email}
          </a>
        ) : null}
        {event.contact_phone ? (
          <a href={`tel:${event.contact_phone.replace(/[^\d+]/g, '')}`} className={outsideLink}>
            <Icon icon={Phone} className="shrink-0" />
            {event.contact_phone}
          </a>
        ) : null}
      </div>
    </Panel>
  )
}

export function SocialMedia({ event }: { event: Event }) {
  const links = socialLinks(event)
  if (links.length === 0) return null
  return (
    <Panel title={m.socialMedia}>
      <ul className="flex flex-col items-start">
        {links.map(({ label, url }) => (
          <li key={`${label} ${url}`} className="max-w-full">
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={outsideLink}>
              <Icon icon={Globe} className="shrink-0" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SocialLink {
  label: string
  url: string
}

type Linked = Pick<Event, 'website_url' | 'facebook_url' | 'twitter_url' | 'instagram_url' | 'other_url'>

/** The four named sites, then other links by host name. */
export function socialLinks(event: Linked): SocialLink[] {
  const named = [
    { label: m.website, url: event.website_url },
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

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Card className="flex flex-col gap-3 p-5 sm:p-6">
        <h2 className="text-lg">{title}</h2>
        {children}
      </Card>
    </section>
  )
}

/** Inside a <dl>. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="figures wrap-anywhere">{children}</dd>
    </div>
  )
}

/** A link in a panel: tall enough for a thumb, wrapping if too long. */
export const outsideLink =
  'inline-flex min-h-11 max-w-full items-center gap-2 rounded-sm text-accent-ink underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current'
