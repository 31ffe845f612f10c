import { createHash } from 'node:crypto'
import type { FieldProblem } from '#contract/errors.ts'
import type { Event, EventDetail } from '#contract/events/events.ts'
import type { MarkdownPreview } from '#contract/events/own-events.ts'
import { fieldProblem } from '#contract/fields.ts'
import { markdownLimits, tooMuchHtml } from '#contract/markdown.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import { isCoHost } from '#server/features/team/team.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { isBusy, plainText, refusePreview, renderingVersion } from '#server/lib/markdown/renderer.ts'
import { type Db, sql } from '#server/lib/postgres/database.ts'

/** The Markdown fields, each with the prefix of its footnotes' ids on the page. */
const footnotePrefixes = { detailed_description: 'about', terms_and_conditions: 'terms' } as const
type Field = keyof typeof footnotePrefixes

/** The event with its texts as HTML, rendered on first read (right after writing) and stored until they change. Never
 *  call it in a transaction: rendering may take a while. */
export async function withHtml(
  ctx: Context,
  event: Event,
): Promise<Omit<EventDetail, 'standing' | 'ended' | 'refused' | 'other_dates'>> {
  const stored = await selectRenderedTexts(ctx.db, event.id)
  const [detailed_description_html, terms_and_conditions_html] = await Promise.all([
    htmlOf(ctx, event, 'detailed_description', stored),
    htmlOf(ctx, event, 'terms_and_conditions', stored),
  ])
  return { ...event, detailed_description_html, terms_and_conditions_html }
}

async function htmlOf(ctx: Context, event: Event, field: Field, stored: RenderedText[]): Promise<string> {
  const text = event[field]
  if (text === '') return ''
  const made_from = digestOf(text)
  const current = stored.find((one) => one.field === field && made_from.equals(one.made_from))
  if (current) return current.html
  try {
    const html = await rendered(ctx, text, field)
    await putRenderedText(ctx.db, event.id, { field, made_from, html })
    return html
  } catch (error) {
    // This viewer gets the plain text; the next call tries again.
    if (isBusy(error)) return asTyped(text)
    throw error
  }
}

type Texts = { [name in Field]?: string | undefined }

/** Throws `invalid_fields` for texts that become too much HTML; skips those equal to `before`. Never call it in a transaction:
 *  rendering may take a while. */
export async function checkTexts(ctx: Context, texts: Texts, before: Texts = {}): Promise<void> {
  const fields = (Object.keys(footnotePrefixes) as Field[]).filter(
    (field) => texts[field] && texts[field] !== before[field],
  )
  const problems = await Promise.all(fields.map((field) => problemOf(ctx, texts[field] ?? '', field)))
  const found = problems.filter((problem) => problem !== null)
  if (found.length > 0) throw invalidFields(found)
}

async function problemOf(ctx: Context, text: string, field: Field): Promise<FieldProblem | null> {
  try {
    const { html } = await ctx.markdown.render(text, footnotePrefixes[field])
    return (html ?? '').length > markdownLimits.html ? fieldProblem(field, tooMuchHtml, 'custom') : null
  } catch (error) {
    // Saving an event does not wait for rendering: an unchecked text is limited when it is shown.
    if (isBusy(error)) return null
    throw error
  }
}

/** A text's HTML. A text that cannot be rendered in time, or becomes too much HTML, is shown as it was typed. */
async function rendered(ctx: Context, text: string, field: Field): Promise<string> {
  const { html } = await ctx.markdown.render(text, footnotePrefixes[field])
  return html === null || html.length > markdownLimits.html ? asTyped(text) : html
}

/** Truncated if even that would be too much HTML: a character becomes six at most. */
function asTyped(text: string): string {
  const html = plainText(text)
  return html.length > markdownLimits.html ? plainText(text.slice(0, markdownLimits.html / 6 - 10)) : html
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(`${renderingVersion}\n${text}`).digest()
}

/** Renders an unsaved text, for organizers and co-hosts. */
export async function preview(ctx: Context, user: SignedInUser, { text, field }: MarkdownPreview) {
  if (!(await isOrganizer(ctx.db, user.id)) && !(await isCoHost(ctx.db, user.id))) throw new AppError('organizers_only')
  await checkTexts(ctx, { [field]: text })
  return { html: await rendered(ctx, text, field).catch(refusePreview) }
}

/** The HTML of a field and the digest of its Markdown. */
interface RenderedText {
  field: string
  made_from: Buffer
  html: string
}

function selectRenderedTexts(db: Db, eventId: number): Promise<RenderedText[]> {
  return db.many(sql`SELECT field, made_from, html FROM rendered_texts WHERE event_id = ${eventId}`)
}

/** Stores nothing if the event has been deleted in the meantime. */
async function putRenderedText(db: Db, eventId: number, { field, made_from, html }: RenderedText): Promise<void> {
  await db.run(sql`
    INSERT INTO rendered_texts (event_id, field, made_from, html)
    SELECT id, ${field}, ${made_from}, ${html} FROM events WHERE id = ${eventId} FOR KEY SHARE
    ON CONFLICT (event_id, field) DO UPDATE SET made_from = excluded.made_from, html = excluded.html`)
}
