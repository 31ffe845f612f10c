import { once } from 'node:events'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/export.json'
import * as th from '#languages/th/export.json'
import { emailCounts } from '#server/features/accounts/viewer.ts'
import type { Context } from '#server/lib/context.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { selectMailsTo } from '#server/lib/mail/outbox.ts'
import { openPictureStore } from '#server/lib/pictures/picture-store.ts'
import { isPictureFile } from '#server/lib/pictures/pictures.ts'
import { isPrivatePicture } from '#server/lib/pictures/private-pictures.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { byUser, type Section, sections } from './export-sections.ts'
import { type Row, rowsOf, selectPictures, selectTablesOfUsers } from './own-data.repository.ts'

const perPage = 500

/** All data about the user as a ZIP file, created while it is sent. */
export function exportOwn(ctx: Context, user: SignedInUser, language: Language): Readable {
  return zipStream(filesOf(ctx, user, language))
}

const texts = inLanguages(en, th)

async function* filesOf(ctx: Context, user: SignedInUser, language: Language): AsyncGenerator<ZipEntry> {
  const pictures: PictureList = { exported: [], missing: [] }
  const all = [...sections, ...(await otherSections(ctx.db))]
  yield { name: 'README.txt', content: Readable.from([readme(ctx.settings, all, language)]), compress: true }
  yield* picturesOf(ctx, user.id, pictures)
  yield { name: 'data.json', content: Readable.from(dataOf(ctx, user, all, pictures)), compress: true }
}

/** Tables about users without a section are exported whole, except secrets. */
export async function otherSections(db: Db): Promise<Section[]> {
  const listed = [...sections.map(({ table }) => table), ...Object.keys(columnsLeftOut), ...tablesLeftOut]
  return (await selectTablesOfUsers(db, listed)).map(({ table, columns, key }) => ({
    name: table,
    table,
    columns: columns.filter((column) => !/hash|secret/.test(column)),
    isOf: byUser,
    key,
  }))
}

/** The URLs of pictures in the ZIP file, and of those that the store lacks. */
interface PictureList {
  exported: string[]
  missing: string[]
}

async function* picturesOf(ctx: Context, userId: number, list: PictureList): AsyncGenerator<ZipEntry> {
  const store = openPictureStore(ctx.settings)
  for (const { address } of await selectPictures(ctx.db, userId)) {
    const name = basename(address)
    const picture = isPictureFile(name) || isPrivatePicture(name) ? await store.get(name) : null
    list[picture === null ? 'missing' : 'exported'].push(address)
    if (picture !== null) yield { name: `pictures/${name}`, content: picture.content, compress: false }
  }
}

/** The text of `data.json`, in chunks. */
async function* dataOf(
  ctx: Context,
  user: SignedInUser,
  sections: readonly Section[],
  pictures: PictureList,
): AsyncGenerator<string> {
  yield `{\n${member('exported_at', ctx.now().toISOString())}`
  for (const section of sections) yield* memberOf(ctx, section, user.id)
  // Mails may wait for an unverified address that is someone else's.
  const mails = emailCounts(ctx.settings, user) ? await selectMailsTo(ctx.db, user.email) : []
  yield `,\n${member('mails_waiting', mails)}`
  yield `,\n${member('pictures', pictures)}\n}\n`
}

async function* memberOf(ctx: Context, section: Section, userId: number): AsyncGenerator<string> {
  const rows = rowsOf(ctx.db, section, userId, perPage)
  if (section.single) {
    const { value } = await rows.next()
    yield `,\n${member(section.name, (value as Row | undefined) ?? null)}`
    return
  }
  yield `,\n  ${JSON.stringify(section.name)}: [`
  let separator = '\n'
  for await (const row of rows) {
    yield `${separator}    ${JSON.stringify(row)}`
    separator = ',\n'
  }
  yield separator === '\n' ? ']' : '\n  ]'
}

function member(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`
}

/** A file in the ZIP file. */
export interface ZipEntry {
  name: string
  content: Readable
  /** Pictures are already compressed. */
  compress: boolean
}

/** A ZIP file that is created while it is read: each file is requested when the previous one has been read. Reading fails if a
 *  file cannot be made; if nobody reads on, everything open is closed. */
function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  const over = new AbortController()
  output.once('close', () => over.abort())
  zip.on('error', (error) => output.destroy(error as Error))
  write(zip, entries, over.signal).catch((error) => output.destroy(error))
  return output
}

async function write(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, content, compress } of entries) {
    zip.addReadStream(content, name, { compress })
    try {
      await once(content, 'end', { signal })
    } finally {
      content.destroy()
    }
  }
  zip.end()
}

/** The file that explains the data. */
function readme({ BRAND_NAME: brand }: Settings, sections: readonly Section[], language: Language): string {
  const m = texts[language]
  const about: Record<string, string> = m
  return [
    fill(m.everythingStored, { brand }),
    '',
    m.dataHolds,
    '',
    ...sections.map(({ name, table }) => `- ${name}: ${about[name] ?? fill(m.otherTable, { table })}`),
    `- mails_waiting: ${m.mails_waiting}`,
    `- pictures: ${m.pictures}`,
    '',
    m.valuesAndNumbers,
    '',
    m.leftOut,
    '',
    ...new Set([
      ...Object.values(columnsLeftOut).flatMap((columns) =>
        Object.entries(columns).map(([column, why]) => `- ${column}: ${m[why]}`),
      ),
      ...tablesLeftOut.map((table) => `- ${m[table]}`),
    ]),
    `- ${m.sentMails}`,
    '',
  ].join('\n')
}

/** Columns of exported tables that are in no section, with the message that says why. */
export const columnsLeftOut: Record<string, Record<string, keyof typeof en>> = {
  users: { password_hash: 'columnSecret' },
  sessions: { user_id: 'columnOwnNumber' },
  login_networks: { user_id: 'columnOwnNumber', network_hash: 'columnSecret' },
  email_links: { user_id: 'columnOwnNumber', token_hash: 'columnSecret' },
  tickets: {
    user_id: 'columnOwnNumber',
    walk_in: 'columnWalkIn',
    door_seats_id: 'columnWalkIn',
  },
  invitations: { token_hash: 'columnSecret' },
  payments: {
    seconds_left: 'columnTimeLeft',
  },
  ticket_feeds: {
    user_id: 'columnOwnNumber',
    secret: 'columnCalendarSecret',
  },
  check_ins: {
    device: 'columnDoorPhone',
    door_link_id: 'columnDoorHelper',
    scanned_by: 'columnDoorHelper',
  },
  message_recipients: { user_id: 'columnOwnNumber' },
  event_messages: { client_key: 'columnSameMessage' },
  event_feedback: { user_id: 'columnOwnNumber' },
  likes: { user_id: 'columnOwnNumber' },
  bookmarks: { user_id: 'columnOwnNumber' },
  follows: { user_id: 'columnOwnNumber' },
  opening_wishes: { user_id: 'columnOwnNumber' },
  event_guests: { user_id: 'columnOwnNumber' },
  comments: { user_id: 'columnOwnNumber' },
  comment_reports: { user_id: 'columnOwnNumber' },
  blocks: { owner_id: 'columnBlockOwner' },
  organizers: { user_id: 'columnOwnNumber' },
  events: { user_id: 'columnOwnNumber' },
  event_drafts: { user_id: 'columnOwnNumber', sent_hash: 'columnSameDraft', client_key: 'columnSameDraft' },
  door_links: { secret_hash: 'columnSecret' },
  passkeys: {
    user_id: 'columnOwnNumber',
    credential_id: 'columnPasskeyId',
    public_key: 'columnPasskeyKey',
  },
  event_members: { token_hash: 'columnSecret', email: 'columnInvitedAddress' },
  event_log: { user_id: 'columnOwnNumber', member_id: 'columnOtherPerson' },
  access_tokens: { user_id: 'columnOwnNumber', token_hash: 'columnSecret' },
  webhooks: { user_id: 'columnOwnNumber', secret: 'columnWebhookSecret' },
}

/** Tables about people that are not exported. The message named as the table says why. */
export const tablesLeftOut = [
  'phone_seats',
  'unconfirmed_tickets',
  'passkey_challenges',
  'sign_in_codes',
  'untold_events',
  'webhook_messages',
  'event_news',
  'comment_versions',
  'published_drafts',
  'event_listings',
  'private_listings',
  'event_visits',
  'search_words',
  'rendered_texts',
  'rate_limits',
  'places',
] as const
