import { Globe, Mail, Phone } from 'lucide-react'
import type { Event } from '#contract/events/events.ts'
import { socialLinks } from './links.ts'
import { outsideLink } from './outside-link.ts'
import { Panel } from './panel.tsx'

/** The organizer's contact details; nothing where neither email nor phone is given. */
export function Contact({ event }: { event: Event }) {
  if (!event.contact_email && !event.contact_phone) return null
  return (
    <Panel title="Contact Information">
      <div className="flex flex-col items-start">
        {event.contact_email ? (
          <a href={`mailto:${event.contact_email}`} className={outsideLink}>
            <Mail aria-hidden className="size-5 shrink-0" />
            {event.contact_email}
          </a>
        ) : null}
        {event.contact_phone ? (
          <a href={`tel:${event.contact_phone.replace(/[^\d+]/g, '')}`} className={outsideLink}>
            <Phone aria-hidden className="size-5 shrink-0" />
            {event.contact_phone}
          </a>
        ) : null}
      </div>
    </Panel>
  )
}

/** Links to the event on other sites; nothing where there are none. */
export function SocialMedia({ event }: { event: Event }) {
  const links = socialLinks(event)
  if (links.length === 0) return null
  return (
    <Panel title="Social Media">
      <ul className="flex flex-col items-start">
        {links.map(({ label, url }) => (
          <li key={`${label} ${url}`} className="max-w-full">
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={outsideLink}>
              <Globe aria-hidden className="size-5 shrink-0" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
