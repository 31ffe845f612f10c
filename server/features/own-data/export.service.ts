import { once } from 'node:events'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
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
export function exportOwn(ctx: Context, user: SignedInUser): Readable {
  return zipStream(filesOf(ctx, user))
}

async function* filesOf(ctx: Context, user: SignedInUser): AsyncGenerator<ZipEntry> {
  const pictures: PictureList = { exported: [], missing: [] }
  const all = [...sections, ...(await otherSections(ctx.db))]
  yield { name: 'README.txt', content: Readable.from([readme(ctx.settings, all)]), compress: true }
  yield* picturesOf(ctx, user.id, pictures)
  yield { name: 'data.json', content: Readable.from(dataOf(ctx, user, all, pictures)), compress: true }
}

/** Tables about users without a section are exported whole, except secrets. */
export async function otherSections(db: Db): Promise<Section[]> {
  const listed = [...sections.map(({ table }) => table), ...Object.keys({ ...columnsLeftOut, ...tablesLeftOut })]
  return (await selectTablesOfUsers(db, listed)).map(({ table, columns, key }) => ({
    name: table,
    about: `What is stored about you as "${table}".`,
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
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
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
function readme({ BRAND_NAME }: Settings, sections: readonly Section[]): string {
  return [
    `This is everything that ${BRAND_NAME} stores about you.`,
    '',
    'data.json holds, in this order:',
    '',
    ...sections.map(({ name, about }) => `- ${name}: ${about}`),
    '- mails_waiting: Mails to you that have not been sent yet.',
    '- pictures: The pictures that you have uploaded, by their addresses; their files are in the folder "pictures".',
    '',
    'Times are in UTC. Unknown values are null or empty. The numbers of events (event_id) and comments',
    '(comment_id, parent_id) are those in page addresses.',
    '',
    'Stored, but not in this file:',
    '',
    ...new Set([
      ...Object.values(columnsLeftOut).flatMap(Object.entries).map(lineOf),
      ...Object.values(tablesLeftOut).map((why) => `- ${why}`),
    ]),
    '- Mails that were sent to you: you have them.',
    '',
  ].join('\n')
}

function lineOf([column, why]: [string, string]): string {
  return `- ${column}: ${why}`
}

const yourNumber = 'It is the number of your account, which is in "account".'
const secret = 'It is a secret that identifies you, stored as a hash.'

/** Columns of exported tables that are in no section, with the reason shown to the person. */
export const columnsLeftOut: Record<string, Record<string, string>> = {
  users: { password_hash: secret },
  sessions: { user_id: yourNumber },
  login_networks: { user_id: yourNumber, network_hash: secret },
  email_links: { user_id: yourNumber, token_hash: secret },
  tickets: {
    user_id: yourNumber,
    walk_in: 'It is for people who came without a ticket, and whose tickets are nobody’s.',
    door_seats_id: 'It is for people who came without a ticket, and whose tickets are nobody’s.',
  },
  invitations: { token_hash: secret },
  payments: {
    seconds_left: 'It is how long you can still pay after a slip is refused. The ticket shows the deadline.',
  },
  ticket_feeds: {
    user_id: yourNumber,
    secret: 'It is a secret that opens your calendar: My Tickets shows it to you.',
  },
  check_ins: {
    device: 'It names the phone of the helper at the door.',
    door_link_id: 'It identifies the helper at the door.',
    scanned_by: 'It identifies the helper at the door.',
  },
  message_recipients: { user_id: yourNumber },
  event_messages: { client_key: 'It tells whether the same message is sent once more.' },
  event_feedback: { user_id: yourNumber },
  likes: { user_id: yourNumber },
  bookmarks: { user_id: yourNumber },
  follows: { user_id: yourNumber },
  opening_wishes: { user_id: yourNumber },
  event_guests: { user_id: yourNumber },
  comments: { user_id: yourNumber },
  comment_reports: { user_id: yourNumber },
  blocks: { owner_id: 'It is the number of your account, or of an organizer who is named.' },
  organizers: { user_id: yourNumber },
  events: { user_id: yourNumber },
  event_drafts: { user_id: yourNumber, sent_hash: 'It shows whether the same draft is sent again.' },
  door_links: { secret_hash: secret },
  passkeys: {
    user_id: yourNumber,
    credential_id: 'It is how your device finds the passkey, in bytes.',
    public_key: 'It is the public half of the key on your device, in bytes.',
  },
  event_members: { token_hash: secret, email: 'It is the address of a person whom an organizer has invited.' },
  event_log: { user_id: yourNumber, member_id: 'It is the number of another person.' },
  access_tokens: { user_id: yourNumber, token_hash: secret },
  webhooks: { user_id: yourNumber, secret: 'It is a secret by which your program verifies our messages.' },
}

/** Tables about people that are not exported, with the reason. */
export const tablesLeftOut: Record<string, string> = {
  phone_seats: 'What helpers at a door call their devices is not about you.',
  unconfirmed_tickets: 'Confirmation mails that are about to be sent to you are listed for a few seconds.',
  passkey_challenges: 'Requests for passkeys are deleted when they are used, or within an hour after they expire.',
  sign_in_codes: 'Codes to sign in are deleted when they are used, or within an hour after they expire.',
  untold_events: 'New events about which your followers have not been mailed yet are listed for a short time.',
  webhook_messages: 'Messages sent to your webhooks name no person, and are deleted after thirty days.',
  event_news: 'The progress of mails about new events is deleted after a week.',
  comment_versions: 'Counts of changed comments, by which open pages notice changes.',
  published_drafts: 'It stores which draft became which of your events, so that none is published twice.',
  event_listings: 'The search index of lists repeats parts of the exported events.',
  private_listings: 'The search index of private events repeats parts of the exported events.',
  event_visits: 'Views of event pages are counted by day and source, without viewers.',
  search_words: 'The longer words of public events are counted without authors.',
  rendered_texts: 'The HTML of event texts is made from the exported texts.',
  rate_limits: 'Counts of attempts are deleted after a while, and are stored without names.',
  places: 'Places looked up on the map are stored without the person.',
}
