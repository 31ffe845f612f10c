import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type CallName, calls as contractCalls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { stopLinkOf } from '#server/features/following/following.service.ts'
import { feedbackLinkOf } from '#server/features/messages/feedback.service.ts'
import { messageLinkOf } from '#server/features/messages/message.mails.ts'
import { password } from '#server/testing/app.ts'
import { passType } from '#server/testing/applications/wallets.ts'
import { fitting } from '#server/testing/calls/made-up.ts'
import { eventFields } from '#server/testing/event-fields.ts'
import { picture } from '#server/testing/pictures.ts'
import { type Fixture, passwordOfFormer, people, registration } from './fixture.ts'
import { actors, allowed, type Exception, type Others, type Row, row } from './row.ts'

/** Only about applicants of the listed event. */
const applicantsToOwner: Exception = {
  to: ['owner', 'coHost', 'desk'],
  whose: ['applicant', 'former', 'blocked', 'emailNamed', 'phoneNamed', 'googler'],
  emailsOf: ['invited', 'spareInvited'],
  fields: ['email', 'phone_number', 'address', 'nationality', 'birth_date'],
  why: 'docs/specification.md, section 3, Applicant: an organizer must know and reach those who come.',
}

const answersToOwner: Exception = {
  to: ['owner', 'coHost', 'desk'],
  whose: ['applicant'],
  fields: ['address'],
  why: 'docs/decisions/075-the-life-of-an-application.md: they have answered it to the organizer.',
}

/** Everybody with a live application has answered with their private text. The figures list answers without names. */
const allAnswersToOwner: Exception = {
  ...answersToOwner,
  to: ['owner', 'coHost'],
  whose: ['applicant', 'blocked', 'emailNamed', 'phoneNamed', 'googler'],
}

const ofOrganizer = ({ owner }: Fixture) => ({ params: { organizerId: owner.organizerId } })
const stopLink = ({ ctx, owner, emailNamed }: Fixture) => ({
  params: { link: stopLinkOf(ctx.tokenSecret, { organizerId: owner.organizerId, userId: emailNamed.id }) },
})
const messageLink = ({ ctx, emailNamed }: Fixture) => ({
  params: { link: messageLinkOf(ctx.tokenSecret, emailNamed.id) },
})
const feedbackLink = ({ ctx, ticket }: Fixture) => ({ params: { link: feedbackLinkOf(ctx.tokenSecret, ticket) } })
const messageText = { subject: 'News', text: 'Dear {name}, bring {ticket}.' }
const newPassword = 'one more horse battery'

const invitedToOwner: Exception = {
  to: ['owner'],
  whose: ['invitedHelper'],
  fields: ['email'],
  why: 'The owner has typed the address, and must see whom the invitation went to.',
}

const toOneself: Exception = {
  to: ['applicant'],
  whose: ['nextEmail'],
  fields: ['email'],
  why: 'docs/specification.md, Account Details: it is their own email from this call on.',
}

const image = new File([new Uint8Array(await picture(8, 8).png().toBuffer())], 'a.png')
const nothing = () => ({})
const ofEvent = ({ event }: Fixture) => ({ params: { eventId: event } })
/** The status for this team role and those above it. */
function from(
  role: 'coHost' | 'desk' | 'doorman',
  status: number | typeof allowed,
  others = 403,
): Exclude<Others, number> {
  const desk = role === 'coHost' ? {} : { desk: status }
  return { others, coHost: status, ...desk, ...(role === 'doorman' && { doorman: status }) }
}
/** Each organizer has their own data. */
const organizers = (status: number) => ({ others: 403, owner: status, rival: status })

/**
 * For each call: who succeeds and how, and what the others get. Reads are made first, then the others in this order. A call
 * without a row is tried with generated input, and must refuse everybody but the event's owner (`rowFor`).
 */
const rows: Row[] = [
  row('register', 'visitor', null, () => ({ body: registration('registrant') })),
  row('checkNewAccount', 'visitor', null, () => ({ body: { username: 'somebody.new', password } })),
  row('login', 'visitor', null, ({ applicant }) => ({ body: { username: applicant.username, password } })),
  row('googleSignIn', 'visitor', null, ({ googleToken }) => ({ body: { token: googleToken } })),
  row('refreshToken', 'visitor', null, ({ applicant }) => ({ body: { refresh: applicant.refresh } })),
  row('verifyEmail', 'visitor', null, ({ verifyLink }) => ({
    params: { user_id: verifyLink.userId, token: verifyLink.token },
  })),
  row('resendVerification', 'visitor', null, () => ({ body: { email: people.registrant.email } })),
  row('forgotPassword', 'visitor', null, () => ({ body: { email: people.former.email } })),
  row('checkResetLink', 'visitor', null, ({ resetLink: { userId, token } }) => ({ params: { userId, token } })),
  row('resetPassword', 'visitor', null, ({ resetLink: { userId, token } }) => ({
    params: { userId },
    body: { token, new_password: 'another horse battery', confirm_password: 'another horse battery' },
  })),
  row('requestCode', 'visitor', null, () => ({
    body: { email: people.registrant.email, browser: randomBytes(32).toString('base64url') },
  })),
  row('signInByEmail', 'visitor', null, ({ signInCode }) => ({ body: { ...signInCode, name: 'Nok Sukjai' } })),

  row('signInByPasskey', 'visitor', null, ({ passkeySignIn }) => ({ body: passkeySignIn })),
  row('startPasskeySignIn', 'visitor', null, ({ passkeySignIn: { browser } }) => ({ body: { browser } })),
  row('startLine', 'visitor', null, ({ passkeySignIn: { browser } }) => ({ body: { browser } })),
  row('signInByLine', 'visitor', null, ({ lineProof }) => ({ body: lineProof() })),
  row('connectLine', 'stranger', 204, ({ lineProof }) => ({ body: lineProof() })),
  row('setLineMessages', 'stranger', 200, () => ({ body: { on: true } })),
  row('disconnectLine', 'stranger', 204, nothing),
  row('listPasskeys', 'stranger', 200, nothing),
  row('addPasskey', 'owner', 400, ({ newPasskey }) => ({ body: newPasskey })),
  row('startPasskey', 'stranger', 200, nothing),
  row('offerPasskey', 'stranger', 200, nothing),
  row('removePasskey', 'owner', 404, ({ sparePasskey }) => ({ params: { passkeyId: sparePasskey } })),

  // As long as their email is verified.
  row('sendTicket', 'applicant', 404, ({ spareTicket }) => ({
    params: { ticketId: spareTicket },
    body: { email: 'mali@example.com' },
  })),
  row('showProfile', 'applicant', 200, nothing),
  row('editProfile', 'applicant', 403, ({ applicant }) => ({
    params: { id: applicant.id },
    body: { last_name: 'Sukjai' },
  })),
  row(
    'editProfile',
    'applicant',
    null,
    ({ applicant: { id } }) => ({
      params: { id },
      body: { email: people.nextEmail.email, current_password: password },
    }),
    toOneself,
  ),
  row('chooseLanguage', 'stranger', 200, () => ({ body: { language: 'en' } })),
  row('uploadProfilePicture', 'applicant', 403, ({ applicant: { id } }) => ({ params: { id }, file: image })),

  row('applyOrganizer', 'former', { others: 201, owner: 409, rival: 409 }, () => ({
    body: { organizer_name: 'Club of one', email: 'one@example.com', organization_type: 'INDIVIDUAL' },
  })),
  row('showOrganizer', 'visitor', 200, ofOrganizer),
  row('toggleFollow', 'stranger', { others: 200, owner: 403 }, ofOrganizer),
  row('listFollowed', 'stranger', 200, nothing),
  row('showStopLink', 'visitor', null, stopLink),
  row('stopByLink', 'visitor', null, stopLink),
  row('viewOrganizer', 'owner', organizers(200), nothing),
  row('updateOrganizer', 'owner', organizers(200), () => ({ body: { organization_type: 'NONPROFIT' } })),
  row('uploadLogo', 'owner', 403, ({ owner }) => ({ params: { organizerId: owner.organizerId }, file: image })),

  row('listAccessTokens', 'stranger', 200, nothing),
  row('addAccessToken', 'stranger', 201, () => ({ body: { name: 'My program', scopes: ['read'] } })),
  row('revokeAccessToken', 'owner', 404, ({ accessToken }) => ({ params: { tokenId: accessToken } })),

  row('listWebhooks', 'owner', organizers(200), nothing),
  row('addWebhook', 'owner', organizers(201), () => ({ body: { url: 'http://127.0.0.1:9/' } })),
  row('listWebhookMessages', 'owner', 404, ({ webhook }) => ({ params: { webhookId: webhook } })),
  row('replayWebhookMessage', 'owner', 404, ({ webhook, webhookMessage }) => ({
    params: { webhookId: webhook, messageId: webhookMessage },
  })),
  row('removeWebhook', 'owner', 404, ({ spareWebhook }) => ({ params: { webhookId: spareWebhook } })),

  // Before anybody publishes an event, which would have to be called off first.
  row('deleteAccount', 'former', 400, () => ({ body: { current_password: passwordOfFormer } })),

  row('listEvents', 'visitor', 200, nothing),
  row('listCategories', 'visitor', 200, nothing),
  row('listTags', 'visitor', 200, nothing),
  row('listDays', 'visitor', 200, () => ({ query: { month: '2026-11' } })),
  row('listEvents', 'applicant', null, () => ({ query: { fields: 'card', search: 'Bangkok' } })),
  row('showEvent', 'visitor', 200, ofEvent),
  row('showEvent', 'visitor', null, ({ unlisted, linkKey }) => ({
    params: { eventId: unlisted },
    query: { link: linkKey },
  })),
  row('showEvent', 'former', null, ({ calledOff }) => ({ params: { eventId: calledOff } })),
  row('showEvent', 'owner', null, ({ pastEvent }) => ({ params: { eventId: pastEvent } })),
  row('showEventCard', 'visitor', 200, ofEvent),
  row('createEvent', 'owner', organizers(201), ({ clock }) => ({ body: eventFields(clock.now) })),
  row('listDrafts', 'owner', organizers(200), nothing),
  row('showDraft', 'owner', { others: 403, rival: 404 }, ({ draft }) => ({ params: { draftId: draft } })),
  row('addDraft', 'owner', organizers(201), () => ({ body: { event_name: 'Some day' }, file: image })),
  row('importDraft', 'owner', organizers(201), ({ elsewhere }) => ({ body: { url: `${elsewhere}/event` } })),
  row('saveDraft', 'owner', { others: 403, rival: 404 }, ({ draft }) => ({
    params: { draftId: draft },
    body: { version: 1, event_name: 'Some night' },
  })),
  row('deleteDraft', 'owner', { others: 403, rival: 404 }, ({ spareDraft }) => ({ params: { draftId: spareDraft } })),
  row('previewMarkdown', 'owner', { ...organizers(200), coHost: 200 }, () => ({
    body: { field: 'detailed_description', text: '## Hello' },
  })),
  row('listMyEvents', 'owner', organizers(200), nothing),
  row('editEvent', 'owner', from('coHost', 200), ({ event }) => ({
    params: { eventId: event },
    body: { description: 'Talks by night.' },
  })),
  row('uploadEventImage', 'owner', from('coHost', 200), ({ event }) => ({ params: { eventId: event }, file: image })),
  row('showLiveEvent', 'visitor', 200, ofEvent),
  row('toggleLike', 'stranger', 200, ofEvent),
  row('showOpeningWish', 'stranger', 200, ofEvent),
  row('wishForOpening', 'stranger', 200, ({ laterEvent }) => ({ params: { eventId: laterEvent } })),
  row('undoOpeningWish', 'stranger', 200, ofEvent),
  row('toggleBookmark', 'stranger', 200, ofEvent),
  row('listBookmarks', 'applicant', 200, nothing),

  row(
    'listApplicants',
    'owner',
    { others: 403, applicant: 200, blocked: 200, coHost: 200, desk: 200 },
    ofEvent,
    applicantsToOwner,
  ),
  row('listApplicants', 'applicant', null, ofEvent, applicantsToOwner),
  row('exportApplicants', 'owner', from('desk', 200), ofEvent, applicantsToOwner),
  row('approveApplications', 'owner', from('desk', allowed), ({ decidedEvent, toApprove }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toApprove], word: 'Welcome.' },
  })),
  row('refuseApplications', 'owner', from('desk', allowed), ({ decidedEvent, toRefuse }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toRefuse] },
  })),
  row('markPaid', 'owner', from('desk', allowed), ({ decidedEvent, toPay }) => ({
    params: { eventId: decidedEvent },
    body: { applications: [toPay] },
  })),
  // Both invitations are mailed to a made-up address.
  row('inviteGuests', 'owner', from('coHost', 201), (fixture) => ({
    ...ofEvent(fixture),
    body: { people: [{ name: 'Mali', email: 'mali@example.com' }] },
  })),
  row('importInvitations', 'owner', from('coHost', 201), (fixture) => ({
    ...ofEvent(fixture),
    body: { csv: 'Name,Email\nNok,nok@example.com' },
  })),
  row('resendInvitation', 'owner', from('coHost', 204), ({ event, invitation }) => ({
    params: { eventId: event, applicationId: invitation },
  })),
  row('showInvitation', 'visitor', 200, ({ invitationToken }) => ({ params: { token: invitationToken } })),
  row('claimInvitation', 'stranger', { others: 409, owner: 403, blocked: 403 }, ({ invitationToken }) => ({
    params: { token: invitationToken },
  })),
  row('declineInvitation', 'visitor', 204, ({ spareToken }) => ({ params: { token: spareToken } })),
  row('listCodes', 'owner', from('coHost', 200), ofEvent),
  row('addCode', 'owner', from('coHost', allowed), (fixture) => ({
    ...ofEvent(fixture),
    body: { code: 'STUDENTS', percent: 20 },
  })),
  row('makeCodes', 'owner', from('coHost', allowed), (fixture) => ({
    ...ofEvent(fixture),
    body: { count: 2, percent: 20 },
  })),
  row('editCode', 'owner', from('coHost', 200), ({ event, code }) => ({
    params: { eventId: event, codeId: code },
    body: { code: 'FRIENDS', percent: 15 },
  })),
  row('importCodes', 'owner', from('coHost', 200), (fixture) => ({
    ...ofEvent(fixture),
    body: { csv: 'Code,Percent off\nPRESS,100' },
  })),
  row('exportCodes', 'owner', from('coHost', 200), ofEvent),
  row('removeCode', 'owner', from('coHost', allowed), ({ event, spareCode }) => ({
    params: { eventId: event, codeId: spareCode },
  })),
  row('checkCode', 'visitor', 200, (fixture) => ({ ...ofEvent(fixture), body: { code: 'friends' } })),
  row('countApplications', 'owner', from('desk', 200), ofEvent),
  row('countVisit', 'visitor', 204, (fixture) => ({ ...ofEvent(fixture), body: { from: 'poster' } })),
  row('showOverview', 'owner', from('coHost', 200), ofEvent, allAnswersToOwner),
  row(
    'exportFigure',
    'owner',
    from('coHost', 200),
    (fixture) => ({ ...ofEvent(fixture), query: { figure: 'answers' } }),
    allAnswersToOwner,
  ),
  // The applicant's slips are in review for two applications, and a third was paid and has ended.
  row('showSlip', 'applicant', { others: 404, owner: 200, coHost: 200, desk: 200 }, ({ slipShown }) => ({
    params: { ticketId: slipShown },
  })),
  row('sendSlip', 'applicant', 404, ({ slipShown }) => ({ params: { ticketId: slipShown }, file: image })),
  row('confirmSlip', 'owner', from('desk', allowed, 404), ({ slipShown }) => ({ params: { ticketId: slipShown } })),
  row('refuseSlip', 'owner', from('desk', allowed, 404), ({ slipToRefuse }) => ({
    params: { ticketId: slipToRefuse },
    body: { reason: 'This is another amount.' },
  })),
  row('showReceipt', 'applicant', 404, ({ toRefund }) => ({ params: { ticketId: toRefund } })),
  row('listRefunds', 'owner', from('coHost', 200), ({ refundEvent }) => ({ params: { eventId: refundEvent } })),
  row('listRefundsDue', 'owner', 200, nothing),
  row('listCalledOff', 'owner', 200, nothing),
  row('exportRefunds', 'owner', from('coHost', 200), ({ refundEvent }) => ({ params: { eventId: refundEvent } })),
  row('markRefunded', 'owner', from('coHost', allowed), ({ refundEvent, toRefund }) => ({
    params: { eventId: refundEvent },
    body: { applications: [toRefund] },
  })),
  row('undoRefunded', 'owner', from('coHost', allowed), ({ refundEvent, toRefund, clock }) => ({
    params: { eventId: refundEvent },
    body: { application: toRefund, refunded_at: clock.now.toISOString() },
  })),
  row('countNewApplicants', 'owner', 200, ({ event }) => ({ query: { events: String(event) } })),

  row('listDates', 'owner', from('coHost', 200), ofEvent),
  row('previewDates', 'owner', from('coHost', 200), (fixture) => ({
    ...ofEvent(fixture),
    body: { every: 'week', on: ['TU'], count: 2 },
  })),
  row('addDates', 'owner', 404, ({ unlisted, clock }) => ({
    params: { eventId: unlisted },
    body: { starts: [new Date(clock.now.getTime() + 30 * 24 * 3_600_000).toISOString()] },
  })),
  row('listMessages', 'owner', from('coHost', 200), ofEvent),
  row('previewMessage', 'owner', from('coHost', 200), (fixture) => ({ ...ofEvent(fixture), body: messageText })),
  row('testMessage', 'owner', from('coHost', 200), (fixture) => ({ ...ofEvent(fixture), body: messageText })),
  row('sendMessage', 'owner', from('coHost', 201), (fixture) => ({
    ...ofEvent(fixture),
    body: {
      ...messageText,
      client_key: randomUUID(),
      audience: 'tickets',
      timing: 'before_start',
      minutes_before: 24 * 60,
    },
  })),
  row('stopMessage', 'owner', from('coHost', 200), ({ event, message }) => ({
    params: { eventId: event, messageId: message },
  })),
  row('showFeedback', 'visitor', null, feedbackLink),
  row('giveFeedback', 'visitor', null, (fixture) => ({
    ...feedbackLink(fixture),
    body: { stars: 4, sentence: 'Lovely' },
  })),
  row('showMessageChoice', 'visitor', null, messageLink),
  row('turnMessagesOff', 'visitor', null, messageLink),
  row('turnMessagesOn', 'visitor', null, messageLink),

  row('applyToEvent', 'stranger', { others: 201, applicant: 409, owner: 403, blocked: 403 }, ({ otherEvent }) => ({
    params: { eventId: otherEvent },
  })),
  row('listTickets', 'applicant', 403, ({ applicant }) => ({ params: { userId: applicant.id } })),
  row(
    'showTicket',
    'applicant',
    { others: 404, owner: 200, coHost: 200, desk: 200 },
    ({ ticket }) => ({ params: { ticketId: ticket } }),
    answersToOwner,
  ),
  row('changeAnswers', 'applicant', 404, ({ ticket }) => ({
    params: { ticketId: ticket },
    body: { answers: { where: people.applicant.address } },
  })),
  row('showPayment', 'applicant', 404, ({ ownToPay }) => ({ params: { ticketId: ownToPay } })),
  row('showGuestTicket', 'visitor', { others: 200 }, ({ guestCode }) => ({ params: { code: guestCode } })),
  row('addToWallet', 'applicant', 404, ({ spareTicket }) => ({
    params: { ticketId: spareTicket },
    body: { wallet: 'apple' },
  })),
  row('addToWallet', 'applicant', 404, ({ spareTicket }) => ({
    params: { ticketId: spareTicket },
    body: { wallet: 'google' },
  })),
  row('passOnTicket', 'applicant', 404, ({ spareTicket }) => ({
    params: { ticketId: spareTicket },
    body: { name: 'Mali' },
  })),
  row('cancelTicket', 'applicant', 404, ({ spareTicket }) => ({ params: { ticketId: spareTicket } })),

  row('showTicketFeed', 'applicant', 200, nothing),
  row('renewTicketFeed', 'applicant', 201, nothing),
  row('endTicketFeed', 'applicant', 200, nothing),

  row('showDoor', 'helper', { ...from('doorman', 200), visitor: 401, owner: 200 }, ofEvent),
  row('checkIn', 'helper', { ...from('doorman', 200), visitor: 401, owner: 200 }, ({ event, scanOf }) => ({
    params: { eventId: event },
    body: { device: 'Gate 2', scans: [scanOf()] },
  })),
  row('sellWalkIns', 'helper', { ...from('doorman', 200), visitor: 401, owner: 200 }, ({ event, clock }) => ({
    params: { eventId: event },
    body: {
      device: 'Gate 2',
      walk_ins: [
        {
          ...{
            scan_id: randomUUID(),
            name: 'Ton',
            ticket_type_id: null,
            payment: 'free',
            price_satang: 0,
            let_in: false,
          },
          scanned_at: clock.now.toISOString(),
        },
      ],
    },
  })),
  row('keepDoorSeats', 'helper', { ...from('doorman', 200), visitor: 401, owner: 200 }, ({ event }) => ({
    params: { eventId: event },
    body: { device: 'Gate 2', phone_id: randomUUID(), seats: [{ ticket_type_id: null, granted: 0 }] },
  })),
  row('setDoorSeats', 'owner', from('coHost', 200), (fixture) => ({ ...ofEvent(fixture), body: { seats: 1 } })),
  row('listKeepingPhones', 'owner', from('coHost', 200), ofEvent),
  row('takeKeptSeats', 'owner', from('coHost', 200), ({ event }) => ({
    params: { eventId: event, phoneId: randomUUID() },
  })),
  row('listDoubleEntries', 'helper', { ...from('doorman', 200), visitor: 401, owner: 200 }, ofEvent),
  row('undoCheckIn', 'helper', { ...from('doorman', 409), visitor: 401, owner: 409 }, ({ event, scanId }) => ({
    params: { eventId: event, scanId },
  })),
  row('showDoorProgress', 'owner', from('desk', 200), ofEvent),
  row('listDoorEntries', 'owner', from('desk', 200), ofEvent),
  row('listDoorLinks', 'owner', from('coHost', 200), ofEvent),
  row('addDoorLink', 'owner', from('coHost', 201), ({ event }) => ({
    params: { eventId: event },
    body: { name: 'Side gate' },
  })),
  row('revokeDoorLink', 'owner', from('coHost', allowed), ({ event, spareLink }) => ({
    params: { eventId: event, linkId: spareLink.id },
  })),

  row('listComments', 'visitor', 200, ofEvent),
  row('listReplies', 'visitor', 200, ({ thread }) => ({ params: { commentId: thread } })),
  row('writeComment', 'applicant', { others: 201, blocked: 403 }, ({ event }) => ({
    params: { eventId: event },
    body: { content: 'Soon!' },
  })),
  row('editComment', 'applicant', 403, ({ thread }) => ({
    params: { commentId: thread },
    body: { content: 'Now!' },
  })),
  row('deleteComment', 'applicant', 403, ({ spareComment }) => ({ params: { commentId: spareComment } })),
  row('reportComment', 'stranger', 201, ({ reported }) => ({
    params: { commentId: reported },
    body: { reason: 'Not true' },
  })),
  row('listReports', 'owner', from('coHost', 200), ofEvent),
  row('dismissReports', 'owner', from('coHost', 204), ({ reported }) => ({ params: { commentId: reported } })),
  row('hideComment', 'owner', from('coHost', 200), ({ reported }) => ({
    params: { commentId: reported },
    body: { hidden: true },
  })),
  row('closeComments', 'owner', from('coHost', 200), ({ event }) => ({
    params: { eventId: event },
    body: { closed: true },
  })),
  row('listBlocked', 'owner', organizers(200), nothing),
  row('blockPerson', 'owner', { others: 403, rival: 404 }, ({ emailNamed }) => ({ params: { userId: emailNamed.id } })),
  row('unblockPerson', 'owner', organizers(204), ({ blocked }) => ({ params: { userId: blocked.id } })),

  row('showInformation', 'visitor', null, () => ({ params: { name: 'privacy-policy' } })),
  row('searchPlaces', 'owner', 200, () => ({ query: { q: 'Siam' } })),
  row('reversePlace', 'owner', 200, () => ({ query: { latitude: '13.7', longitude: '100.5' } })),

  row('deleteEvent', 'owner', 403, ({ spareEvent }) => ({ params: { eventId: spareEvent } })),

  row('listLog', 'owner', from('coHost', 200), ofEvent),
  row('listTeam', 'owner', 403, ofEvent, invitedToOwner),
  row('inviteMember', 'owner', 403, (fixture) => ({ ...ofEvent(fixture), body: { role: 'door' } })),
  row(
    'changeMember',
    'owner',
    403,
    ({ event, teamInvitation }) => ({
      params: { eventId: event, memberId: teamInvitation.id },
      body: { role: 'desk' },
    }),
    invitedToOwner,
  ),
  row('removeMember', 'owner', 403, ({ event, teamInvitation }) => ({
    params: { eventId: event, memberId: teamInvitation.id },
  })),
  row('listTeamEvents', 'coHost', 200, nothing),
  row('showTeamInvitation', 'visitor', null, ({ teamInvitation }) => ({ params: { secret: teamInvitation.secret } })),
  // Whoever comes first.
  row(
    'acceptTeamInvitation',
    'stranger',
    { others: 403, ...Object.fromEntries(actors.map((actor) => [actor, allowed])) },
    ({ teamInvitation }) => ({ params: { secret: teamInvitation.secret } }),
  ),
  // Last, because nobody joins again.
  row('leaveTeam', 'doorman', { ...from('desk', 204), owner: 404 }, ofEvent),
]

/** Last, because they end sessions. */
const endingRows: Row[] = [
  row('listSessions', 'applicant', 200, nothing),
  row('endSession', 'applicant', 404, ({ spareSession }) => ({ params: { sessionId: spareSession } })),
  row('endOtherSessions', 'stranger', 200, nothing),
  row('changePassword', 'applicant', { others: 200, former: 400 }, () => ({
    body: { current_password: password, new_password: newPassword, confirm_password: newPassword },
  })),
  // The file's content is tested in server/features/own-data/export.test.ts.
  row('exportOwnData', 'applicant', 200, nothing),
  row('previewDeletion', 'applicant', 200, nothing),
  row('logout', 'stranger', null, nothing),
]

/** The live stream of an event. */
export const stream = row('watchEvent', 'visitor', null, ofEvent)

export const calls: Row[] = [...rows, ...rowsByDefault(), ...endingRows]

/** All other routes, except pages and built files. */
export const addresses: Row[] = [
  address('/health/live'),
  address('/health/ready'),
  address('/metrics', 404),
  address('/manifest.webmanifest'),
  // A mail program's unsubscribe button.
  { name: `POST ${paths.stopFollowing(':link')}`, by: 'visitor', status: 200, request: stopLink },
  { name: `POST ${paths.stopMessages(':link')}`, by: 'visitor', status: 200, request: messageLink },
  address('/robots.txt'),
  address('/sitemap.xml'),
  address('/sitemaps/:file', 200, { file: 'events-1.xml' }),
  address('/preview.jpg'),
  { name: 'GET /events/:eventId/preview.jpg', by: 'visitor', status: 200, request: ofEvent },
  { name: 'GET /events/:eventId/embed', by: 'visitor', status: 200, request: ofEvent },
  address('/embed.js'),
  { ...address('/oembed', 404), request: () => ({ query: { url: 'https://example.com/' } }) },
  address('/feeds/events.atom'),
  address('/feeds/events.ics'),
  ...['atom', 'ics'].map(
    (kind): Row => ({
      ...address(`/feeds/organizers/:organizerId.${kind}`),
      request: ({ owner }) => ({ params: { organizerId: owner.organizerId } }),
    }),
  ),
  { ...address('/events/:eventId.ics'), request: ofEvent },
  // A ticket calendar is read with its secret in server/features/tickets/calendar-feed.test.ts.
  address('/feeds/tickets/:secret.ics', 404, { secret: 'nothing' }),
  // Passes are read with their links and tokens in server/features/tickets/wallets/wallets.long.test.ts.
  address('/passes/:link.pkpass', 404, { link: 'nothing' }),
  address('/wallets/apple/v1/devices/:device/registrations/:passType', 204, { device: 'a1'.repeat(16), passType }),
  address('/wallets/apple/v1/passes/:passType/:serial', 401, { passType, serial: 'nothing' }),
  ...['POST', 'DELETE'].map(
    (method): Row => ({
      name: `${method} /wallets/apple/v1/devices/:device/registrations/:passType/:serial`,
      by: 'visitor',
      status: 401,
      request: () => ({
        params: { device: 'a1'.repeat(16), passType, serial: 'nothing' },
        ...(method === 'POST' && { body: { pushToken: 'ab' } }),
      }),
    }),
  ),
  { name: 'POST /wallets/apple/v1/log', by: 'visitor', status: 200, request: () => ({ body: { logs: ['Oops'] } }) },
  address('/pictures/:file', 404, { file: 'nothing.webp' }),
  // Only the operator can read mails, on the machine itself, and only if there is no mail server.
  address('/operator/mails', 404),
  address('/operator/mails/:name', 404, { name: 'nothing.eml' }),
  address('/assets/*', 404),
  // The API description and its page.
  address('/api/openapi.json'),
  address('/api/docs'),
  address('/api/docs/json'),
  address('/api/docs/yaml', 404),
  address('/api/docs/static/*', 404),
  address('/api/docs/static/index.html', 302),
  address('/api/docs/static/swagger-initializer.js'),
  address('/api/docs/static/theme/phone.css'),
  address('/api', 404),
  address('/api/*', 404),
]

/** Another route; `*` and `:name` are its params. */
function address(url: string, status = 200, params: object = {}): Row {
  return { name: `GET ${url}`, by: 'visitor', status, request: () => ({ params }) }
}

function rowsByDefault(): Row[] {
  const named = new Set([...rows, ...endingRows, stream].map(({ name }) => name))
  return contractCalls.map(({ name, endpoint }) => rowFor(name, endpoint)).filter(({ name }) => !named.has(name))
}

/** Everybody sends input that fits the call's description, for the owner's event and its data. */
export function rowFor(name: CallName, endpoint: Endpoint): Row {
  const by = endpoint.config.access === 'signed-in' ? 'owner' : 'visitor'
  const request = (fixture: Fixture) => {
    const { event, ticket, thread, owner, applicant } = fixture
    const ids: Record<string, unknown> = { eventId: event, ticketId: ticket, commentId: thread }
    Object.assign(ids, { organizerId: owner.organizerId, userId: applicant.id, id: applicant.id })
    const params = Object.keys(endpoint.schema.params?.shape ?? {}).map((key) => [key, ids[key] ?? event])
    const body = endpoint.schema.body === undefined ? undefined : madeUpBody(fixture, name)
    return { params: Object.fromEntries(params), body }
  }
  return { ...row(name, by, null, request), status: null, others: undefined }
}

function madeUpBody({ app }: Fixture, name: CallName): unknown {
  const { paths, components } = app.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { operationId: string; requestBody?: { content: Record<string, { schema: object }> } }>
    >
    components: { schemas: Record<string, Record<string, unknown>> }
  }
  const operation = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .find(({ operationId }) => operationId === name)
  const schema = operation?.requestBody?.content['application/json']?.schema ?? {}
  return fc.sample(fitting({ ...schema }, components.schemas), { seed: 7, numRuns: 1 })[0]
}
