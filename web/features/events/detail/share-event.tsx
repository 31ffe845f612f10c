import { Code, Link2, Printer, Share2 } from 'lucide'
import { useState } from 'react'
import { splitCommas } from '#contract/endpoint.ts'
import { eventPath, eventPathFrom } from '#contract/events/event-links.ts'
import { placeText } from '#contract/events/event-place.ts'
import type { Event } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { fill, listOf } from '#contract/language/messages.ts'
import { asLinkLabel, longestLinkLabel } from '#contract/names.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-share.json'
import { copyWithNotice, share } from '#web/lib/files/files.ts'
import { dateSpan } from '#web/lib/format/date-span.ts'
import { Icon } from '#web/lib/icon.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { CopyInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { CopyLink } from './unlisted-note.tsx'

/** The event's link, its QR code, and ways to share it. */
export function ShareLink({
  event,
}: {
  event: Pick<Event, 'id' | 'event_name' | 'link_key' | 'allowed_email_domains'>
}) {
  const address = useOrigin() + eventPath(event.id, event.link_key)
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <Field label={m.eventLink} hint={linkHint(event)}>
        {(control) => <CopyInput {...control} value={address} className="figures" />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <CopyLink event={event} />
        {'share' in navigator ? (
          <Button
            variant="secondary"
            onClick={() => share({ title: event.event_name, url: address }, m.eventLinkCopied)}
          >
            <Icon icon={Share2} />
            {common.share}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon icon={Printer} />
          {m.print}
        </Button>
      </div>
    </div>
  )
}

/** Who can open the link of an event limited to email domains. */
export function linkHint({ allowed_email_domains }: Pick<Event, 'allowed_email_domains'>): string | undefined {
  if (allowed_email_domains === '') return
  return fill(m.onlyDomains, { domains: listOf(splitCommas(allowed_email_domains), 'disjunction') })
}

/** The code that shows a card of the event on another site; nothing for private events, which other sites cannot show. */
export function EmbedCode({ event }: { event: Pick<Event, 'id' | 'visibility'> }) {
  const code = `<script src="${useOrigin()}${inLanguage('/embed.js')}" data-event="${event.id}"></script>`
  if (event.visibility === 'PRIVATE') return null
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <Field label={m.embed} hint={m.embedHint}>
        {(control) => <CopyInput {...control} value={code} className="figures" />}
      </Field>
      <Button variant="secondary" onClick={() => copyWithNotice(code, m.codeCopied, m.codeNotCopied)}>
        <Icon icon={Code} />
        {m.copyCode}
      </Button>
    </div>
  )
}

/** A link whose visits are counted under its label in the event's figures. */
export function LabelledLink({ event }: { event: Pick<Event, 'id' | 'event_name' | 'link_key'> }) {
  const [typed, setTyped] = useState('')
  const origin = useOrigin()
  const label = asLinkLabel(typed)
  const address = origin + eventPathFrom(event.id, event.link_key, label)
  return (
    <section
      aria-labelledby="labelled"
      className="flex flex-col gap-3 rounded-lg border border-line bg-card p-4 print:hidden"
    >
      <div>
        <h2 id="labelled" className="text-lg">
          {m.visitorsFrom}
        </h2>
        <p className="text-ink-soft">{m.labelHint}</p>
      </div>
      <Field label={m.label}>
        {(control) => (
          <TextInput
            {...control}
            value={typed}
            maxLength={longestLinkLabel}
            autoComplete="off"
            placeholder={m.labelExample}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {label === '' ? null : (
        <>
          <p className="text-sm break-all text-ink-soft">{address}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => copyWithNotice(address, common.linkCopied)}>
              <Icon icon={Link2} />
              {m.copyThisLink}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** A poster to print. */
export function Poster({ event }: { event: Event }) {
  const address = useOrigin() + eventPath(event.id, event.link_key)
  const when = dateSpan(event.start_date_event, event.end_date_event)
  const where = placeText(event)
  return (
    <section
      aria-label={m.poster}
      className="flex flex-col items-center gap-4 rounded-lg border border-line bg-card p-6 text-center shadow-card sm:p-10 print:border-0 print:shadow-none"
    >
      <h2 className="text-2xl text-balance wrap-anywhere sm:text-3xl print:text-5xl">{event.event_name}</h2>
      <p className="figures text-lg text-balance print:text-2xl">{when}</p>
      {where ? <p className="text-lg text-balance wrap-anywhere print:text-2xl">{where}</p> : null}
      <div className="my-2 w-full max-w-72 overflow-hidden rounded-md print:my-8 print:max-w-120">
        <QrCode text={address} label={m.qrCode} size={224} className="w-full" />
      </div>
      <p className="text-sm break-all text-ink-soft print:text-lg">{address}</p>
    </section>
  )
}
