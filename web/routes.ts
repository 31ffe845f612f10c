import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { informationPages } from '#contract/paths.ts'

/** The route table of the specification (section 2), with guards and layouts. */
export default [
  layout('pages/layout/main-layout.tsx', [
    index('pages/events/home.tsx'),
    route('discover', 'pages/events/discover.tsx', [index('pages/events/discover-list.tsx')]),
    route('events/:eventId', 'pages/events/event-detail.tsx'),
    route('organizers/:organizerId', 'pages/events/organizer.tsx'),
    layout('pages/layout/guard.tsx', [
      route('become-organizer', 'pages/organizing/become-organizer.tsx'),
      route('account-info', 'pages/accounts/account-info.tsx'),
      route('access-tokens', 'pages/accounts/access-tokens.tsx'),
      route('organizer-info', 'pages/organizing/organizer-info.tsx'),
      route('webhooks', 'pages/organizing/webhooks.tsx'),
      route('create-event', 'pages/organizing/create-event.tsx'),
      route('my-events', 'pages/organizing/my-events.tsx'),
      layout('pages/organizing/event-home.tsx', [
        route('events/:eventId/manage', 'pages/organizing/manage.tsx'),
        route('events/:eventId/edit', 'pages/organizing/edit-event.tsx'),
        route('events/:eventId/applicants', 'pages/organizing/applicants.tsx'),
        route('events/:eventId/refunds', 'pages/organizing/refunds.tsx'),
        route('events/:eventId/codes', 'pages/organizing/codes.tsx'),
        route('events/:eventId/dates', 'pages/organizing/dates.tsx'),
        route('events/:eventId/messages', 'pages/organizing/messages.tsx'),
        route('events/:eventId/share', 'pages/organizing/share-event.tsx'),
        route('events/:eventId/team', 'pages/organizing/team.tsx'),
      ]),
      route('bookmarks', 'pages/events/bookmarks.tsx'),
      route('my-tickets', 'pages/tickets/my-tickets.tsx'),
      route('virtual-ticket/:ticketId', 'pages/tickets/virtual-ticket.tsx'),
      route('ticket/:ticketId', 'pages/tickets/ticket.tsx'),
      route('pay/:ticketId', 'pages/tickets/pay.tsx'),
      route('receipt/:ticketId', 'pages/tickets/receipt.tsx'),
    ]),
    ...Object.entries(informationPages).map(([id, { path }]) =>
      route(path.slice(1), 'pages/information/information-page.tsx', { id }),
    ),
    route('*', 'pages/layout/not-found.tsx'),
  ]),
  layout('pages/layout/full-screen-layout.tsx', [
    // A door link opens this page without an account; the page itself asks for a link or a session.
    route('events/:eventId/check-in', 'pages/organizing/check-in.tsx'),
  ]),
  layout('pages/layout/plain-layout.tsx', [
    route('guest-ticket/:code', 'pages/tickets/guest-ticket.tsx'),
    route('invitation/:token', 'pages/tickets/claim-invitation.tsx'),
    route('login', 'pages/accounts/login.tsx'),
    route('register', 'pages/accounts/register.tsx'),
    route('logout', 'pages/accounts/logout.tsx'),
    route('complete-profile', 'pages/accounts/complete-profile.tsx'),
    route('sign-in/:link', 'pages/accounts/sign-in-link.tsx'),
    route('team-invitation/:secret', 'pages/accounts/team-invitation.tsx'),
    route('verify-email/:user_id/:token', 'pages/accounts/verify-email.tsx'),
    route('stop-following/:link', 'pages/accounts/stop-following.tsx'),
    route('stop-messages/:link', 'pages/accounts/stop-messages.tsx'),
    route('how-was-it/:link', 'pages/tickets/feedback.tsx'),
    route('forgot-password', 'pages/accounts/forgot-password.tsx'),
    route('reset-password/:userId?/:token?', 'pages/accounts/reset-password.tsx'),
  ]),
] satisfies RouteConfig
