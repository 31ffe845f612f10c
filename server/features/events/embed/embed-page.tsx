import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { fullDate } from '#contract/dates.ts'
import { pathOf } from '#contract/endpoint.ts'
import { eventPreview, fromParameter, previewSize } from '#contract/events/event-links.ts'
import type { CardEvent } from '#contract/events/events.ts'
import { showLiveEvent } from '#contract/events/live.ts'
import { isFull } from '#contract/events/ticket-types.ts'
import { paths } from '#contract/paths.ts'

/** In pixels, by which `embed.js` and oEmbed size the frame. */
export const frameSize = { width: 480, height: 352 }

const style = `
:root { color-scheme: light dark; --ink: #22223b; --soft: #5d5d78; --card: #fff; --line: #d9d9e8; --fill: #5b21b6 }
@media (prefers-color-scheme: dark) { :root { --ink: #eaeaf3; --soft: #b4b4c8; --card: #15151f; --line: #33334a; --fill: #6d33c9 } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.6 Anuphan, system-ui, sans-serif; color: var(--ink) }
article { display: flex; flex-direction: column; height: 100vh; overflow: hidden; border: 1px solid var(--line);
  border-radius: 1rem; background: var(--card) }
img { display: block; width: 100%; height: auto; background: var(--line) }
div { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 1rem }
section { flex: 1 1 12rem; min-width: 0 }
p { margin: 0; font-size: .875rem; color: var(--soft) }
h1 { margin: 0; font-size: 1rem; color: var(--ink); display: -webkit-box; overflow: hidden; overflow-wrap: anywhere;
  -webkit-box-orient: vertical; -webkit-line-clamp: 1 }
a { flex: none; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: 999px; background: var(--fill); color: #fff;
  font-weight: 500; text-decoration: none }
a:focus-visible { outline: 3px solid var(--fill); outline-offset: 2px }
`

/** Follows the seats while the frame is in sight. */
const script = `
const seats = document.getElementById('seats')
async function follow() {
  if (document.hidden) return
  const answer = await fetch(seats.dataset.live).catch(() => null)
  if (!answer?.ok) return
  const { max_attendee, current_attendees } = await answer.json()
  if (!max_attendee) return
  const left = Math.max(0, max_attendee - current_attendees)
  seats.textContent = left === 0 ? 'Full' : left === 1 ? '1 seat left' : left.toLocaleString('en-US') + ' seats left'
}
if (seats) setInterval(follow, 10000)
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The only page that other sites may frame. */
export const embedHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

/** A card of an event for other sites. Null for an event that visitors do not find. */
export function embedPage(event: CardEvent | null, brand: string): string {
  const head = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{event === null ? brand : `${event.event_name} · ${brand}`}</title>
    </>
  )
  const body = <article>{event === null ? <Missing brand={brand} /> : <Card event={event} />}</article>
  return `<!doctype html><html lang="en"><head>${renderToStaticMarkup(head)}<style>${style}</style></head>
<body>${renderToStaticMarkup(body)}<script>${script}</script></body></html>`
}

/** The frame of a card, for oEmbed. */
export function embedFrame(frame: { src: string; width: number; height: number; title: string }): string {
  return renderToStaticMarkup(<iframe {...frame} style={{ border: 0 }} loading="lazy" />)
}

function Missing({ brand }: { brand: string }) {
  return (
    <div>
      <p>This event is no longer shown.</p>
      <a href={paths.discover} target="_blank" rel="noopener">
        Find events on {brand}
      </a>
    </div>
  )
}

function Card({ event }: { event: CardEvent }) {
  const { id, event_name, start_date_event, status } = event
  const isOver = status === 'COMPLETED'
  return (
    <>
      <img src={eventPreview({ id, version: 0 })} alt="" width={previewSize.width} height={previewSize.height} />
      <div>
        <section>
          <h1>{event_name}</h1>
          <p>{fullDate(start_date_event)}</p>
          {isOver ? (
            <p>This event is over.</p>
          ) : (
            <p id="seats" data-live={pathOf(showLiveEvent, { eventId: id })}>
              {seatsLeft(event)}
            </p>
          )}
        </section>
        <a href={`${paths.event(id)}?${fromParameter}=embed`} target="_blank" rel="noopener">
          {isOver ? 'View Event' : 'Apply'}
        </a>
      </div>
    </>
  )
}

function seatsLeft(event: Pick<CardEvent, 'max_attendee' | 'current_attendees'>): string {
  if (!event.max_attendee) return ''
  if (isFull(event)) return 'Full'
  const left = event.max_attendee - event.current_attendees
  return left === 1 ? '1 seat left' : `${left.toLocaleString('en-US')} seats left`
}
