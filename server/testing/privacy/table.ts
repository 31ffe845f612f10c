import {
  checkNewAccount,
  checkResetLink,
  forgotPassword,
  googleSignIn,
  login,
  logout,
  refreshToken,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { deleteAccount, previewDeletion } from '#contract/accounts/deletion.ts'
import { exportOwnData } from '#contract/accounts/export.ts'
import { changePassword } from '#contract/accounts/password.ts'
import { editProfile, showProfile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import * as comments from '#contract/comments.ts'
import { listBookmarks, toggleBookmark } from '#contract/engagement/bookmarks.ts'
import * as follows from '#contract/engagement/follows.ts'
import { toggleLike } from '#contract/engagement/likes.ts'
import * as wishes from '#contract/engagement/opening-wishes.ts'
import * as drafts from '#contract/events/drafts.ts'
import { listCategories, listDays, listEvents, listTags } from '#contract/events/event-list.ts'
import { showEvent, showEventCard } from '#contract/events/events.ts'
import { showLiveEvent, watchEvent } from '#contract/events/live.ts'
import {
  createEvent,
  deleteEvent,
  editEvent,
  listMyEvents,
  previewMarkdown,
  uploadEventImage,
} from '#contract/events/own-events.ts'
import { showInformation } from '#contract/information.ts'
import * as moderation from '#contract/moderation.ts'
import { applyOrganizer, updateOrganizer, uploadLogo, viewOrganizer } from '#contract/organizers.ts'
import { paths } from '#contract/paths.ts'
import { reversePlace, searchPlaces } from '#contract/places.ts'
import { stopLinkOf } from '#server/features/following/stop-link.ts'
import { password } from '#server/testing/app.ts'
import { eventDraft } from '#server/testing/event-draft.ts'
import { applyingCalls } from './applying.ts'
import { people, registration } from './people.ts'
import { address, call, type Exception, image, nothing, ofEvent, type Row } from './row.ts'
import { passwordOfFormer, type World } from './world.ts'

const ofOrganizer = ({ owner }: World) => ({ params: { organizerId: owner.organizerId } })
const stopLink = ({ ctx, owner, emailNamed }: World) => ({
  params: { link: stopLinkOf(ctx.tokenSecret, { organizerId: owner.organizerId, userId: emailNamed.id }) },
})
const newPassword = 'one more horse battery'

const toOneself: Exception = {
  to: 'applicant',
  whose: ['nextEmail'],
  fields: ['email'],
  why: 'docs/specification.md, Account Details: it is their own email from this call on.',
}

/**
 * Every call of the API, and how it succeeds in the world. Those that only read are made first, then the others in this
 * order; what ends sessions stands last.
 */
export const calls: Row[] = [
  call(register, 'visitor', () => ({ body: registration('registrant') })),
  call(checkNewAccount, 'visitor', () => ({ body: { username: 'somebody.new', password } })),
  call(login, 'visitor', ({ applicant }) => ({ body: { username: applicant.username, password } })),
  call(googleSignIn, 'visitor', ({ googleToken }) => ({ body: { token: googleToken } })),
  call(refreshToken, 'visitor', ({ applicant }) => ({ body: { refresh: applicant.refresh } })),
  call(verifyEmail, 'visitor', ({ verifyLink }) => ({
    params: { user_id: verifyLink.userId, token: verifyLink.token },
  })),
  call(resendVerification, 'visitor', () => ({ body: { email: people.registrant.email } })),
  call(forgotPassword, 'visitor', () => ({ body: { email: people.former.email } })),
  call(checkResetLink, 'visitor', ({ resetLink: { userId, token } }) => ({ params: { userId, token } })),
  call(resetPassword, 'visitor', ({ resetLink: { userId, token } }) => ({
    params: { userId },
    body: { token, new_password: 'another horse battery', confirm_password: 'another horse battery' },
  })),

  call(showProfile, 'applicant', nothing),
  call(editProfile, 'applicant', ({ applicant }) => ({ params: { id: applicant.id }, body: { last_name: 'Sukjai' } })),
  call(
    editProfile,
    'applicant',
    ({ applicant: { id } }) => ({
      params: { id },
      body: { email: people.nextEmail.email, current_password: password },
    }),
    toOneself,
  ),
  call(uploadProfilePicture, 'applicant', ({ applicant: { id } }) => ({ params: { id }, file: image })),

  call(applyOrganizer, 'former', () => ({
    body: { organizer_name: 'Club of one', email: 'one@example.com', organization_type: 'INDIVIDUAL' },
  })),
  call(follows.showOrganizer, 'visitor', ofOrganizer),
  call(follows.toggleFollow, 'stranger', ofOrganizer),
  call(follows.listFollowed, 'stranger', nothing),
  call(follows.showStopLink, 'visitor', stopLink),
  call(follows.stopByLink, 'visitor', stopLink),
  call(viewOrganizer, 'owner', nothing),
  call(updateOrganizer, 'owner', () => ({ body: { organization_type: 'NONPROFIT' } })),
  call(uploadLogo, 'owner', ({ owner }) => ({ params: { organizerId: owner.organizerId }, file: image })),

  // Before anybody publishes an event, which would have to be called off first.
  call(deleteAccount, 'former', () => ({ body: { current_password: passwordOfFormer } })),

  call(listEvents, 'visitor', nothing),
  call(listCategories, 'visitor', nothing),
  call(listTags, 'visitor', nothing),
  call(listDays, 'visitor', () => ({ query: { month: '2026-11' } })),
  call(listEvents, 'applicant', () => ({ query: { fields: 'card', search: 'Bangkok' } })),
  call(showEvent, 'visitor', ofEvent),
  call(showEvent, 'visitor', ({ unlisted, linkKey }) => ({ params: { eventId: unlisted }, query: { link: linkKey } })),
  call(showEvent, 'former', ({ calledOff }) => ({ params: { eventId: calledOff } })),
  call(showEvent, 'owner', ({ pastEvent }) => ({ params: { eventId: pastEvent } })),
  call(showEventCard, 'visitor', ofEvent),
  call(createEvent, 'owner', ({ clock }) => ({ body: eventDraft(clock.now) })),
  call(drafts.listDrafts, 'owner', nothing),
  call(drafts.showDraft, 'owner', ({ draft }) => ({ params: { draftId: draft } })),
  call(drafts.addDraft, 'owner', () => ({ body: { event_name: 'Some day' }, file: image })),
  call(drafts.saveDraft, 'owner', ({ draft }) => ({
    params: { draftId: draft },
    body: { version: 1, event_name: 'Some night' },
  })),
  call(drafts.deleteDraft, 'owner', ({ spareDraft }) => ({ params: { draftId: spareDraft } })),
  call(previewMarkdown, 'owner', () => ({ body: { field: 'detailed_description', text: '## Hello' } })),
  call(listMyEvents, 'owner', nothing),
  call(editEvent, 'owner', ({ event }) => ({ params: { eventId: event }, body: { description: 'Talks by night.' } })),
  call(uploadEventImage, 'owner', ({ event }) => ({ params: { eventId: event }, file: image })),
  call(showLiveEvent, 'visitor', ofEvent),
  call(toggleLike, 'stranger', ofEvent),
  call(wishes.showOpeningWish, 'stranger', ofEvent),
  call(wishes.wishForOpening, 'stranger', ({ laterEvent }) => ({ params: { eventId: laterEvent } })),
  call(wishes.undoOpeningWish, 'stranger', ofEvent),
  call(toggleBookmark, 'stranger', ofEvent),
  call(listBookmarks, 'applicant', nothing),

  ...applyingCalls,

  call(comments.listComments, 'visitor', ofEvent),
  call(comments.listReplies, 'visitor', ({ thread }) => ({ params: { commentId: thread } })),
  call(comments.writeComment, 'applicant', ({ event }) => ({ params: { eventId: event }, body: { content: 'Soon!' } })),
  call(comments.editComment, 'applicant', ({ thread }) => ({
    params: { commentId: thread },
    body: { content: 'Now!' },
  })),
  call(comments.deleteComment, 'applicant', ({ spareComment }) => ({ params: { commentId: spareComment } })),
  call(moderation.reportComment, 'stranger', ({ reported }) => ({
    params: { commentId: reported },
    body: { reason: 'Not true' },
  })),
  call(moderation.listReports, 'owner', ofEvent),
  call(moderation.dismissReports, 'owner', ({ reported }) => ({ params: { commentId: reported } })),
  call(moderation.hideComment, 'owner', ({ reported }) => ({
    params: { commentId: reported },
    body: { hidden: true },
  })),
  call(moderation.closeComments, 'owner', ({ event }) => ({ params: { eventId: event }, body: { closed: true } })),
  call(moderation.listBlocked, 'owner', nothing),
  call(moderation.blockPerson, 'owner', ({ emailNamed }) => ({ params: { userId: emailNamed.id } })),
  call(moderation.unblockPerson, 'owner', ({ blocked }) => ({ params: { userId: blocked.id } })),

  call(showInformation, 'visitor', () => ({ params: { name: 'privacy-policy' } })),
  call(searchPlaces, 'owner', () => ({ query: { q: 'Siam' } })),
  call(reversePlace, 'owner', () => ({ query: { latitude: '13.7', longitude: '100.5' } })),

  call(deleteEvent, 'owner', ({ spareEvent }) => ({ params: { eventId: spareEvent } })),
  call(listSessions, 'applicant', nothing),
  call(endSession, 'applicant', ({ spareSession }) => ({ params: { sessionId: spareSession } })),
  call(endOtherSessions, 'stranger', nothing),
  call(changePassword, 'applicant', () => ({
    body: { current_password: password, new_password: newPassword, confirm_password: newPassword },
  })),
  // What stands in the file is looked through in server/features/own-data/export/export.test.ts.
  call(exportOwnData, 'applicant', nothing),
  call(previewDeletion, 'applicant', nothing),
  call(logout, 'stranger', nothing),
]

/** What a page hears as long as it is open. */
export const stream = call(watchEvent, 'visitor', ofEvent)

/** Everything else that the server answers, but for the pages and the files that were built. */
export const addresses: Row[] = [
  address('/health/live'),
  address('/health/ready'),
  address('/metrics', 404),
  address('/manifest.webmanifest'),
  // A mail program's own button to stop mails.
  { name: `POST ${paths.stopFollowing(':link')}`, by: 'visitor', status: 200, request: stopLink },
  address('/robots.txt'),
  address('/sitemap.xml'),
  address('/sitemaps/:file', 200, { file: 'events-1.xml' }),
  address('/preview.jpg'),
  { name: 'GET /events/:eventId/preview.jpg', by: 'visitor', status: 200, request: ofEvent },
  address('/feeds/events.atom'),
  address('/feeds/events.ics'),
  ...['atom', 'ics'].map(
    (kind): Row => ({
      ...address(`/feeds/organizers/:organizerId.${kind}`),
      request: ({ owner }) => ({ params: { organizerId: owner.organizerId } }),
    }),
  ),
  { ...address('/events/:eventId.ics'), request: ofEvent },
  // A ticket calendar is read with its secret in server/features/tickets/feed/ticket-feed.test.ts.
  address('/feeds/tickets/:secret.ics', 404, { secret: 'nothing' }),
  address('/pictures/:file', 404, { file: 'nothing.webp' }),
  // The operator reads mails at the machine alone, and only where no mail server takes them.
  address('/operator/mails', 404),
  address('/operator/mails/:name', 404, { name: 'nothing.eml' }),
  address('/assets/*', 404),
  // The description of the API, and a page that shows it.
  address('/api/openapi.json'),
  address('/api/docs'),
  address('/api/docs/json'),
  address('/api/docs/yaml'),
  address('/api/docs/static/*', 404),
  address('/api/docs/static/index.html', 302),
  address('/api/docs/static/swagger-initializer.js'),
  address('/api/docs/static/theme/phone.css'),
  address('/api', 404),
  address('/api/*', 404),
]
