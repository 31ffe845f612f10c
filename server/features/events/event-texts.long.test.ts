import { expect, test } from 'vitest'
import { listEvents } from '#contract/events/event-list.schemas.ts'
import { previewMarkdown } from '#contract/events/own-events.ts'
import { markdownLimits } from '#contract/markdown.ts'
import type { Context } from '#server/lib/context.ts'
import { openMarkdownRenderer } from '#server/lib/markdown/renderer.ts'
import { sql } from '#server/lib/postgres/database.ts'
import { startApp } from '#server/testing/app.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { hostileTexts } from '#server/testing/markdown/hostile-markdown.ts'
import { problemIn } from '#server/testing/markdown/strict-html.ts'

const create = '/api/events/create-event'
const preview = previewMarkdown.url
/** Each use of a footnote becomes two links. */
const hugeFootnotes = `${Array.from({ length: 900 }, (_, n) => `[^${n}]: a`).join('\n\n')}\n\n${'a[^0]'.repeat(1_000)}`

test('a single event has its texts as HTML, lists do not', async () => {
  const { as, visitor, addOrganizer, clock } = await startApp()
  const organizer = await addOrganizer()
  const texts = { detailed_description: '# Talks\n\n**Two**', terms_and_conditions: '- [x] No flash' }

  const created = await as(organizer).post(create, eventFields(clock.now, texts))
  const url = `/api/events/${created.json().id}`

  expect(created.json()).toMatchObject({
    ...texts,
    detailed_description_html: '<h3>Talks</h3>\n<p><strong>Two</strong></p>\n',
    terms_and_conditions_html: expect.stringContaining('aria-label="Done"'),
  })
  expect((await visitor.get(url)).json()).toMatchObject(texts)
  expect((await visitor.get(url)).json().detailed_description_html).toBe(created.json().detailed_description_html)
  expect((await visitor.get(listEvents.url)).json()[0]).not.toHaveProperty('detailed_description_html')
})

test('a text is rendered once, and again only after a change', async () => {
  const { ctx, as, visitor, addEvent } = await startApp()
  const rendered = countRendered(ctx)
  const { id, owner } = await addEvent({ detailed_description: 'One', terms_and_conditions: 'Two' })
  const edit = (change: object) => as(owner).patch(`/api/events/${id}/edit`, change)
  expect(rendered()).toEqual(['One', 'Two'])

  await visitor.get(`/api/events/${id}`)
  await edit({ event_name: 'Renamed', detailed_description: 'One' })
  expect(rendered()).toEqual([])

  const edited = await edit({ terms_and_conditions: '*Three*' })
  expect(rendered()).toEqual(['*Three*'])
  expect(edited.json()).toMatchObject({
    detailed_description_html: '<p>One</p>\n',
    terms_and_conditions_html: '<p><em>Three</em></p>\n',
  })
  expect((await edit({ terms_and_conditions: '' })).json().terms_and_conditions_html).toBe('')
  expect(rendered()).toEqual([])
})

test('an unrendered event is rendered once for its first viewers and stored', async () => {
  const { ctx, db, visitor, addEvent } = await startApp()
  const { id } = await addEvent()
  await db.pool.query('DELETE FROM rendered_texts')
  await db.pool.query(`UPDATE events SET detailed_description = $1`, [`${'> '.repeat(50)}*old*`])
  const rendered = countRendered(ctx)

  const replies = await Promise.all(Array.from({ length: 10 }, () => visitor.get(`/api/events/${id}`)))
  await visitor.get(`/api/events/${id}`)

  for (const reply of replies) expect(reply.json().detailed_description_html).toContain('<em>old</em>')
  expect(rendered()).toHaveLength(1)
})

test('a text that renders too slowly is shown as typed and not tried again', async () => {
  const { ctx, visitor, addEvent } = await startApp()
  ctx.markdown = openMarkdownRenderer({ timeoutMs: 0 })

  const { id } = await addEvent({ detailed_description: '**<b>**\nTwo' })
  ctx.markdown = openMarkdownRenderer()
  const rendered = countRendered(ctx)

  const seen = await visitor.get(`/api/events/${id}`)
  expect(seen.json().detailed_description_html).toBe('<p>**&lt;b&gt;**<br>\nTwo</p>\n')
  expect(rendered()).toEqual([])
})

test('when the renderer is busy a text is shown as typed and rendered later', async () => {
  const { ctx, as, visitor, clock, addEvent } = await startApp()
  const usual = ctx.markdown
  ctx.markdown = openMarkdownRenderer()
  await ctx.markdown.close()

  const { id, owner } = await addEvent({ detailed_description: '*One*' })
  const first = await visitor.get(`/api/events/${id}`)
  const refused = await as(owner).post(preview, { field: 'detailed_description', text: '*One*' })
  ctx.markdown = usual
  clock.now = new Date(clock.now.getTime() + 1_000)

  expect(first.json().detailed_description_html).toBe('<p>*One*</p>\n')
  expect(refused.json().code).toBe('preview_unavailable')
  expect(refused.headers['retry-after']).toBeDefined()
  expect((await visitor.get(`/api/events/${id}`)).json().detailed_description_html).toBe('<p><em>One</em></p>\n')
})

test('a hostile text is refused with a message, or saved and shown', async () => {
  const { as, visitor, addOrganizer, clock } = await startApp()
  const organizer = await addOrganizer()

  for (const [name, text] of Object.entries(hostileTexts)) {
    const reply = await as(organizer).post(create, eventFields(clock.now, { detailed_description: text }))
    if (reply.statusCode === 422) {
      expect(reply.json().detail, name).toEqual([
        { loc: ['body', 'detailed_description'], msg: expect.stringMatching(/^[A-Z].*\.$/), type: 'custom' },
      ])
    } else {
      expect(reply.statusCode, name).toBe(201)
      const { detailed_description_html: html } = (await visitor.get(`/api/events/${reply.json().id}`)).json()
      expect(problemIn(html), name).toBe('')
    }
  }
}, 180_000)

test.each(['detailed_description', 'terms_and_conditions'])(
  '%s that nests too deep is refused, in an edit too',
  async (field) => {
    const { as, addEvent, clock } = await startApp()
    const { id, owner } = await addEvent()
    const deep = { [field]: '>'.repeat(21) }

    const replies = [
      await as(owner).post(create, { ...eventFields(clock.now), ...deep }),
      await as(owner).patch(`/api/events/${id}/edit`, deep),
      await as(owner).post(preview, { field, text: '>'.repeat(21) }),
    ]

    for (const reply of replies) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json().error).toBe('Quotes and lists may be nested at most 20 deep.')
    }
  },
)

test('a text that would become too much HTML is refused, when it is published, edited and previewed', async () => {
  const { as, addEvent, clock } = await startApp()
  const { id, owner } = await addEvent()
  const attempts = (text: string) => [
    as(owner).post(create, eventFields(clock.now, { detailed_description: text })),
    as(owner).patch(`/api/events/${id}/edit`, { terms_and_conditions: text }),
    as(owner).post(preview, { field: 'terms_and_conditions', text }),
  ]

  for (const reply of await Promise.all(attempts(hugeFootnotes))) {
    expect(reply.statusCode).toBe(422)
    expect(reply.json().detail).toEqual([
      { loc: ['body', expect.any(String)], msg: expect.stringMatching(/^This text becomes too large/), type: 'custom' },
    ])
  }
  for (const reply of await Promise.all(attempts('[a](https://b.co) '.repeat(300)))) {
    expect(reply.statusCode).toBeLessThan(300)
  }
})

test('a stored text that would become too much HTML is shown as typed, or truncated', async () => {
  const { db, visitor, addEvent } = await startApp()
  const { id } = await addEvent()
  await db.run(sql`DELETE FROM rendered_texts`)
  await db.run(sql`
    UPDATE events SET detailed_description = ${hugeFootnotes}, terms_and_conditions = ${'&'.repeat(20_000)}`)

  const seen = (await visitor.get(`/api/events/${id}`)).json()

  expect(seen.detailed_description_html).toContain('a[^0]')
  expect(seen.terms_and_conditions_html).toContain('&amp;&amp;')
  expect(seen.detailed_description_html.length).toBeLessThanOrEqual(markdownLimits.html)
  expect(seen.terms_and_conditions_html.length).toBeLessThanOrEqual(markdownLimits.html)
})

test('only organizers can preview a text', async () => {
  const { as, visitor, addOrganizer, addUser } = await startApp()
  const text = { field: 'terms_and_conditions', text: 'No [flash](https://a.b)[^1]\n\n[^1]: Thanks' }

  const reply = await as(await addOrganizer()).post(preview, text)

  expect(reply.json().html).toContain('href="#fn-terms-1"')
  expect((await as(await addUser()).post(preview, text)).json().code).toBe('organizers_only')
  expect((await visitor.post(preview, text)).statusCode).toBe(401)
})

test('previews are limited per user', async () => {
  const { as, addOrganizer } = await startApp({ RATE_LIMIT_SCALE: '0.05' })
  const organizer = await addOrganizer()
  const ask = () => as(organizer).post(preview, { field: 'detailed_description', text: 'a' })

  const replies = [await ask(), await ask(), await ask(), await ask()]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
})

/** The texts handed to the renderer since the last call. */
function countRendered(ctx: Context): () => string[] {
  const { markdown } = ctx
  const texts = new Set<string>()
  ctx.markdown = {
    ...markdown,
    render: (text, name) => {
      texts.add(text)
      return markdown.render(text, name)
    },
  }
  return () => {
    const given = [...texts]
    texts.clear()
    return given
  }
}
