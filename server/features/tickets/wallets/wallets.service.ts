import { knownPoint, placeText } from '#contract/events/event-place.ts'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { signedText, ticketCodeText } from '#contract/tickets/ticket-code.ts'
import type { Wallet } from '#contract/tickets/tickets.ts'
import * as en from '#languages/en/wallets.json'
import * as th from '#languages/th/wallets.json'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { zonedSpan } from '#server/lib/feeds/feed-texts.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { addJobs } from '#server/lib/jobs/jobs.ts'
import { withNames } from '#server/lib/language/translated.ts'
import { pageUrl, publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import {
  type AppleKeys,
  type ApplePush,
  openApplePush,
  openPassSigner,
  type PassSigner,
  passColours,
  readAppleKeys,
} from '#server/lib/wallets/apple.ts'
import { type GoogleWallet, openGoogleWallet, readGoogleKeys } from '#server/lib/wallets/google.ts'
import type { PassTicket } from './wallets.repository.ts'
import * as passes from './wallets.repository.ts'

/** What the operator has set; null for a wallet without keys. */
export interface Wallets {
  apple: (AppleKeys & { signer: PassSigner; push: ApplePush }) | null
  google: GoogleWallet | null
  close(): void
}

/** Throws one sentence for the operator if a file of the settings is wrong. */
export function openWallets(settings: Settings): Wallets {
  const [keys, googleKeys] = [readAppleKeys(settings), readGoogleKeys(settings)]
  const apple = keys && { ...keys, signer: openPassSigner(keys), push: openApplePush(settings, keys) }
  return {
    apple,
    google: googleKeys && openGoogleWallet(settings, googleKeys),
    close: () => apple?.push.close(),
  }
}

const texts = inLanguages(en, th)

const minute = 60_000
const day = 24 * 60 * minute
/** How long the link to a pass works. */
const linkLasts = 10 * minute

/** See `addToWallet` in the contract. `origin` is the site's. */
export async function add(
  ctx: Context,
  { apple, google }: Wallets,
  user: SignedInUser,
  { id, wallet, origin, language }: { id: number; wallet: Wallet; origin: string; language: Language },
): Promise<{ url: string }> {
  const now = ctx.now()
  if ((wallet === 'apple' ? apple : google) === null) throw new AppError('wallet_not_offered')
  const ticket = await passes.selectOwnTicket(ctx.db, id, user.id, now)
  if (ticket === null) throw new AppError('ticket_not_found')
  if (ticket.status !== 'ACTIVE') throw new AppError('ticket_not_active')
  if (wallet === 'apple') {
    return { url: origin + inLanguage(`/passes/${linkOf(ctx, ticket.ticket_id, now)}.pkpass`, language) }
  }

  await passes.putPass(ctx.db, { serial: ticket.ticket_id, device: '', push_token: '' }, now, now)
  const [ofEvent, object] = [
    googleClass(ctx, google as GoogleWallet, ticket),
    googleObject(ctx, google as GoogleWallet, ticket),
  ]
  try {
    await google?.put('eventTicketClass', ofEvent)
    await google?.put('eventTicketObject', object)
  } catch (error) {
    throw Object.assign(new AppError('wallet_unavailable'), { cause: error })
  }
  return { url: await (google as GoogleWallet).saveUrl({ id: object.id, classId: ofEvent.id }, origin, now) }
}

/** The end of the address from which a phone loads a pass: code, time of expiry in seconds, and signature. A browser opens a pass
 *  only from an address of its own, without a header. */
function linkOf(ctx: Context, serial: string, now: Date): string {
  const until = Math.floor((now.getTime() + linkLasts) / 1000)
  return `${serial}-${until}-${ctx.signingKey.sign(linkText(serial, until))}`
}

const linkText = (serial: string, until: number) => `ruam pass link 1\n${serial}\n${until}`
const link = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(\d{10})-([\w-]{86})$/

/** The signed pass of a link. Throws `not_found` for a link that has expired or is not ours, and once the ticket has ended. */
export async function readByLink(ctx: Context, wallets: Wallets, given: string, language: Language): Promise<Buffer> {
  const [, serial = '', until = '', signature = ''] = link.exec(given) ?? []
  const now = ctx.now()
  if (wallets.apple === null || Number(until) * 1000 < now.getTime()) throw new AppError('not_found')
  if (!ctx.signingKey.verify(linkText(serial, Number(until)), signature)) throw new AppError('not_found')
  const ticket = await passes.selectBySerial(ctx.db, serial, now)
  if (ticket?.status !== 'ACTIVE') throw new AppError('not_found')
  return bundleOf(ctx, wallets.apple, ticket, language)
}

// Apple's web service for passes: https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes

/** A request about one pass. */
interface PassRequest {
  passType: string
  serial: string
  /** The Authorization header. */
  authorization: string
}

const mostDevices = 20

/** Registers a phone for changes of a pass; true if it was not registered before. */
export async function register(
  ctx: Context,
  wallets: Wallets,
  request: PassRequest,
  device: string,
  push_token: string,
): Promise<boolean> {
  const serial = authorized(ctx, wallets, request)
  const now = ctx.now()
  const isNew = await passes.putPass(ctx.db, { serial, device, push_token }, now, new Date(now.getTime() - linkLasts))
  if (isNew === null) throw new AppError('not_found')
  if (isNew) await passes.deleteOldDevices(ctx.db, serial, mostDevices)
  return isNew
}

/** When a pass is removed from a phone. */
export async function unregister(ctx: Context, wallets: Wallets, request: PassRequest, device: string): Promise<void> {
  await passes.deletePass(ctx.db, authorized(ctx, wallets, request), device)
}

/** A pass as it is now, null if the phone has `seen` that, and when it changed. */
export async function latest(
  ctx: Context,
  wallets: Wallets,
  request: PassRequest,
  seen: string | undefined,
  language: Language,
): Promise<{ bundle: Buffer | null; changedAt: Date }> {
  const ticket = await passes.selectBySerial(ctx.db, authorized(ctx, wallets, request), ctx.now())
  if (ticket === null || wallets.apple === null) throw new AppError('not_found')
  const changedAt = new Date(ticket.changed_at)
  changedAt.setMilliseconds(0)
  if (Date.parse(seen ?? '') >= changedAt.getTime()) return { bundle: null, changedAt }
  return { bundle: await bundleOf(ctx, wallets.apple, ticket, language), changedAt }
}

/** Changes that other transactions commit late are found again: a phone that has them gets 304 for the pass. */
const overlap = minute
const mostSerials = 500

/** The passes of a phone that have changed since the tag of its last answer; null if there are none. The id of a phone is its
 *  secret: Apple sends no other. */
export async function changedPasses(
  ctx: Context,
  wallets: Wallets,
  { passType, device, tag }: { passType: string; device: string; tag: string | undefined },
): Promise<{ serialNumbers: string[]; lastUpdated: string } | null> {
  if (passType !== wallets.apple?.passType) throw new AppError('not_found')
  const since = /^\d{1,14}$/.test(tag ?? '') ? Math.max(0, Number(tag) - overlap) : 0
  const changed = await passes.selectChanged(ctx.db, device, new Date(since), mostSerials)
  if (changed.length === 0) return null
  const last = Math.max(...changed.map(({ changed_at }) => Date.parse(changed_at)))
  return { serialNumbers: changed.map(({ serial }) => serial), lastUpdated: String(last) }
}

const tokenText = (serial: string) => `ruam apple pass 1\n${serial}`

/** The serial of a request with the token that is in that pass; throws `pass_token_invalid` for any other. */
function authorized(
  { signingKey }: Context,
  { apple }: Wallets,
  { passType, serial, authorization }: PassRequest,
): string {
  if (apple === null || passType !== apple.passType) throw new AppError('not_found')
  const [, token = ''] = /^ApplePass ([\w-]{86})$/.exec(authorization) ?? []
  if (token === '' || !signingKey.verify(tokenText(serial), token)) throw new AppError('pass_token_invalid')
  return serial
}

async function bundleOf(
  ctx: Context,
  apple: NonNullable<Wallets['apple']>,
  ticket: PassTicket,
  language: Language,
): Promise<Buffer> {
  try {
    return await apple.signer.sign(applePass(ctx, apple, ticket, language))
  } catch (error) {
    throw Object.assign(new AppError('wallet_unavailable'), { cause: error })
  }
}

/** The text of the ticket's QR code, as on its page. */
function codeOf({ signingKey }: Context, ticket: PassTicket): string {
  return ticketCodeText({ ...ticket, signature: signingKey.sign(signedText(ticket)) }, ticket.event_name)
}

/** `pass.json`, see https://developer.apple.com/documentation/walletpasses/pass */
function applePass(ctx: Context, { passType, team }: AppleKeys, ticket: PassTicket, language: Language): object {
  const m = texts[language]
  const { settings, signingKey } = ctx
  const { ticket_id: serial, event_name, ticket_number, ticket_type } = ticket
  const { fullname, organizer_name } = withNames(ticket, language)
  const point = knownPoint(ticket)
  const field = (key: string, label: string, value: string) => ({ key, label, value })
  return {
    formatVersion: 1,
    passTypeIdentifier: passType,
    teamIdentifier: team,
    serialNumber: serial,
    groupingIdentifier: `event-${ticket.event_id}`,
    organizationName: settings.BRAND_NAME,
    logoText: settings.BRAND_NAME,
    description: fill(m.ticketFor, { event: event_name }),
    // Phones ask only by https.
    ...(settings.PUBLIC_URL?.startsWith('https:') && {
      webServiceURL: pageUrl(settings, '/wallets/apple', language),
      authenticationToken: signingKey.sign(tokenText(serial)),
    }),
    backgroundColor: passColours.ground,
    foregroundColor: passColours.text,
    labelColor: passColours.label,
    relevantDate: iso(ticket.start_date_event),
    expirationDate: iso(ticket.end_date_event),
    voided: ticket.status === 'CANCELLED',
    ...(point && { locations: [point] }),
    barcodes: [
      { format: 'PKBarcodeFormatQR', message: codeOf(ctx, ticket), messageEncoding: 'utf-8', altText: ticket_number },
    ],
    eventTicket: {
      headerFields: ticket_type === '' ? [] : [field('type', m.type, ticket_type)],
      primaryFields: [{ ...field('event', m.event, event_name), changeMessage: m.newName }],
      secondaryFields: [
        {
          ...field('when', m.when, zonedSpan(ticket.start_date_event, ticket.end_date_event, language)),
          changeMessage: m.newTime,
        },
      ],
      auxiliaryFields: [{ ...field('where', m.where, placeText(ticket, language)), changeMessage: m.newPlace }],
      backFields: [
        field('name', m.name, fullname),
        field('number', m.ticketNumber, ticket_number),
        ...(organizer_name === '' ? [] : [field('organizer', m.organizer, organizer_name)]),
        field('page', m.ticketPage, pageOf(ctx, ticket, language)),
      ],
    },
  }
}

/** The ticket's page. */
function pageOf({ settings }: Context, ticket: PassTicket, language: Language): string {
  return pageUrl(settings, paths.virtualTicket(ticket.id), language)
}

const iso = (instant: string) => new Date(instant).toISOString()
const asWritten = (value: string) => ({ defaultValue: { language: 'en', value } })
/** Phones show the one in their language. */
const inBoth = (say: (language: Language) => string) => ({
  ...asWritten(say('en')),
  translatedValues: [{ language: 'th', value: say('th') }],
})

/** Several installations may have the same issuer. */
function classId({ settings }: Context, { issuer }: GoogleWallet, eventId: number): string {
  return `${issuer}.${new URL(publicUrl(settings, '/')).hostname.replace(/[^\w.-]/g, '_')}.event-${eventId}`
}

/** See https://developers.google.com/wallet/reference/rest/v1/eventticketclass */
function googleClass(ctx: Context, google: GoogleWallet, ticket: PassTicket) {
  const { event_id, event_name, organizer_name, is_online } = ticket
  const place = inBoth((language) => placeText(ticket, language))
  return {
    id: classId(ctx, google, event_id),
    issuerName: organizer_name || ctx.settings.BRAND_NAME,
    eventName: asWritten(event_name),
    dateTime: { start: iso(ticket.start_date_event), end: iso(ticket.end_date_event) },
    ...(!is_online && place.defaultValue.value !== '' && { venue: { name: place, address: place } }),
    homepageUri: { uri: publicUrl(ctx.settings, paths.event(event_id)), description: ctx.settings.BRAND_NAME },
    hexBackgroundColor: passColours.ground,
    notifyPreference: 'NOTIFY_ON_UPDATE',
    reviewStatus: 'UNDER_REVIEW',
  }
}

/** See https://developers.google.com/wallet/reference/rest/v1/eventticketobject */
function googleObject(ctx: Context, google: GoogleWallet, ticket: PassTicket) {
  const { ticket_number, ticket_type } = ticket
  return {
    id: `${google.issuer}.${ticket.ticket_id}`,
    classId: classId(ctx, google, ticket.event_id),
    state: ticket.status === 'CANCELLED' ? 'INACTIVE' : 'ACTIVE',
    ticketHolderName: ticket.fullname,
    ticketNumber: ticket_number,
    ...(ticket_type !== '' && { ticketType: asWritten(ticket_type) }),
    barcode: { type: 'QR_CODE', value: codeOf(ctx, ticket), alternateText: ticket_number },
    validTimeInterval: { end: { date: iso(ticket.end_date_event) } },
    linksModuleData: {
      uris: [
        {
          id: 'page',
          uri: pageOf(ctx, ticket, 'en'),
          localizedDescription: inBoth((language) => texts[language].ticketPage),
        },
      ],
    },
  }
}

/** A queued update: of one pass, or at Google of what all passes of an event show. Composed when it is sent. */
export type WalletUpdate = { passId: number } | { eventId: number }

/** Passes per round and process. Phones load a pass right after a push, and each takes a tenth of a second to sign. */
const atOnce = 100

/** Queues updates of passes whose ticket or event has changed. Safe in any number of processes. */
export async function queueUpdates({ db }: Context, { apple, google }: Wallets): Promise<void> {
  if (apple === null && google === null) return
  await db.transaction(async (tx) => {
    const due = await passes.takeDue(tx, atOnce)
    const events = new Set(due.filter(({ is_google }) => is_google).map(({ event_id }) => event_id))
    const updates: WalletUpdate[] = [
      ...[...events].map((eventId) => ({ eventId })),
      ...due.map(({ id }) => ({ passId: id })),
    ]
    await addJobs(tx, 'update_wallet', updates)
  })
}

/** Throws if Apple or Google does not answer. */
export async function sendUpdate(ctx: Context, { apple, google }: Wallets, update: WalletUpdate): Promise<void> {
  const now = ctx.now()
  if ('eventId' in update) {
    const ticket = await passes.selectOneOf(ctx.db, update.eventId, now)
    if (ticket && google) await google.put('eventTicketClass', googleClass(ctx, google, ticket))
    return
  }
  const pass = await passes.selectPass(ctx.db, update.passId)
  if (pass === null) return
  if (pass.device === '') {
    const ticket = await passes.selectBySerial(ctx.db, pass.serial, now)
    if (ticket && google) await google.put('eventTicketObject', googleObject(ctx, google, ticket))
  } else if (apple && !(await apple.push.push(pass.push_token, now))) {
    await passes.deletePass(ctx.db, pass.serial, pass.device)
  }
}

/** Deletes passes 30 days after the event, and those of deleted accounts a day later, when they have been voided. */
export async function forgetOldPasses({ db, now }: Context): Promise<void> {
  const at = now().getTime()
  await passes.deleteOldPasses(db, new Date(at - 30 * day), new Date(at - day))
}
