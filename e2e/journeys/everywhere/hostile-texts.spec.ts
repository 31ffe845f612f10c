import type { Page } from '@playwright/test'
import { follow } from '../../support/failing.ts'
import { expect, type Person, test } from '../../support/fixtures.ts'
import { reportsOf, settle } from '../../support/sweep/checks.ts'

const evil = 'https://evil.example'
/** Short enough for a name. */
const line = '"><img src=x onerror=alert(1)>'
/** For plain texts of several lines; not Markdown. */
const lines = [
  `${line}</script><script>alert(1)</script></title></textarea><svg/onload=alert(1)>`,
  `<style>@import '${evil}/a.css'</style><link rel=stylesheet href=${evil}/b.css><base href=${evil}>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe><meta http-equiv=refresh content="0;url=${evil}">`,
  `<a href="java&#10;script:alert(1)">a</a><form action=${evil}><button>b</button></form><!--`,
  `{{constructor.constructor('alert(1)')()}} \u2028 ]]> $& $'`,
].join('\n')
/** What an unsafe Markdown renderer would let through. */
const markdown = [
  lines,
  '[a](javascript:alert(1)) [b](JaVaScRiPt&colon;alert(1)) [c](data:text/html,<script>alert(1)</script>) [d](vbscript:a)',
  `![e](javascript:alert(1)) ![f](http://evil.example/f.png) ![g](http://evil.example"onerror="alert(1))`,
  '<javascript:alert(1)> [h][i] [j](<javascript:alert(1)>)',
  '[i]: javascript:alert(1)',
  '[k](https://a.example/"onmouseover="alert(1) "title\\"onmouseover=\\"alert(1)")',
  '```"onmouseover=alert(1)\n<script>alert(1)</script>\n```',
  '|a|\n|:-"onmouseover=alert(1)|\n|<script>alert(1)</script>|',
].join('\n\n')
const address = `https://a.example/"><img src=x onerror=alert(1)>?javascript:alert(1)`

test('user input is shown only as text on every page', async ({ makers, request, page, openBrowser }) => {
  const named = { first_name: line, last_name: line }
  const [owner, holder] = [await makers.addOrganizer(named), await makers.addAttendee(named)]
  const send = sender(request)
  const organizer = await send(owner, 'patch', '/api/organizers/update-organizer', {
    organizer_name: `${line} ${owner.id}`,
  })
  for (const person of [owner, holder]) {
    await send(person, 'patch', `/api/users/edit-profile/${person.id}`, { address: line, nationality: line })
  }
  const { id } = await makers.addEvent(
    {
      ...{ event_name: line, description: lines.slice(0, 350), tags: line, address: lines.slice(0, 500) },
      ...{ detailed_description: markdown, terms_and_conditions: markdown, is_free: false, ticket_price: 90 },
      ...{ payment_words: lines.slice(0, 300), contact_phone: line, needs_approval: true },
      questions: [
        { id: 'long', kind: 'long', text: line },
        { id: 'one', kind: 'one_of', text: line, choices: [line, lines.slice(0, 100)] },
      ],
      ...{ website_url: address, facebook_url: address, other_url: address },
    },
    owner,
  )
  const ticket = await makers.addTicket(id, holder, false, { long: lines, one: line })
  await send(owner, 'post', `/api/events/${id}/applications/approve`, {
    applications: [ticket.id],
    word: lines.slice(0, 300),
  })
  const comment = await makers.addComment(id, holder, lines)
  await makers.addComment(id, owner, lines, comment.id)
  await send(owner, 'post', `/api/comments/${comment.id}/report`, { reason: line })
  await send(owner, 'post', `/api/events/${id}/door-links`, { name: line })
  await send(holder, 'put', `/api/bookmarks/${id}/toggle-bookmark`, {})
  await send(owner, 'post', '/api/events/drafts', { event_name: line, detailed_description: markdown })

  const search = `/discover?search=${encodeURIComponent('onerror')}`
  const shared = [search, `/events/${id}`, `/organizers/${organizer.id}`]
  const visits: [viewer: Page, paths: string[]][] = [
    [page, [...shared, `/events/${id}?link=${encodeURIComponent(line)}`]],
    [
      await openBrowser(holder),
      [
        `/events/${id}`,
        '/my-tickets',
        `/ticket/${ticket.id}`,
        `/virtual-ticket/${ticket.id}`,
        '/account-info',
        '/bookmarks',
      ],
    ],
    [
      await openBrowser(owner),
      [
        `/events/${id}`,
        ...['edit', 'applicants', 'share'].map((one) => `/events/${id}/${one}`),
        ...['/my-events', '/organizer-info', `/create-event?copy=${id}`],
        // Last, because leaving it asks first.
        `/events/${id}/check-in`,
      ],
    ],
  ]
  const found: string[] = []
  for (const [viewer, paths] of visits) {
    const reports = reportsOf(viewer)
    viewer.on('dialog', (dialog) => {
      found.push(`${viewer.url()} says ${dialog.message()}`)
      void dialog.dismiss()
    })
    viewer.on('request', (sent) => {
      if (new URL(sent.url()).hostname === 'evil.example') found.push(`${viewer.url()} asks for ${sent.url()}`)
    })
    for (const [place, path] of paths.entries()) {
      // The server renders the pages of visitors only.
      await (viewer === page || place === 0 ? viewer.goto(path) : follow(viewer, path))
      await expect(viewer).toHaveURL(({ pathname }) => pathname === path.split('?')[0])
      await expect(viewer.getByRole('heading', { level: 1 })).toBeVisible()
      await settle(viewer)
      found.push(...[...(await viewer.evaluate(activeParts)), ...reports.splice(0)].map((part) => `${path}: ${part}`))
      if (path === `/events/${id}`) {
        await expect(viewer.getByRole('heading', { level: 1 })).toHaveText(line)
        await expect(viewer.getByRole('region', { name: 'About the Event' })).toContainText('<iframe srcdoc=')
      }
    }
  }

  expect(found).toEqual([])
})

/** Runs in the page: active elements, and links to forbidden addresses. */
function activeParts(): string[] {
  const scheme = /^\W*(javascript|vbscript|data:text)/i
  const isActive = (element: Element) =>
    element.matches(
      'iframe, object, embed, base, meta[http-equiv], form[action*="evil"], [srcdoc], link[href*="evil"], [src*="evil"]',
    ) ||
    element.getAttributeNames().some((name) => name.startsWith('on') || scheme.test(element.getAttribute(name) ?? ''))
  return [...document.querySelectorAll('*')].filter(isActive).map((element) => element.outerHTML.slice(0, 200))
}

type Method = 'post' | 'put' | 'patch'
type Request = Record<Method, (url: string, options: object) => Promise<{ ok(): boolean; text(): Promise<string> }>>

function sender(request: Request) {
  return async (person: Person, method: Method, url: string, data: object): Promise<{ id: number }> => {
    const headers = { authorization: `Bearer ${person.access_token}` }
    const reply = await request[method](url, { data, headers })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${url}: ${text}`)
    return JSON.parse(text)
  }
}
