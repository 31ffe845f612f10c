import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The specification's route table (section 2): who is let in, and what stands around the page. */
export default [
  layout('pages/main-layout.tsx', [
    index('pages/home.tsx'),
    route('discover', 'pages/discover.tsx', [index('pages/discover-list.tsx')]),
    route('events/:eventId', 'pages/event-detail.tsx'),
    // A door link opens it without an account; the page itself asks for the one or the other.
    route('events/:eventId/check-in', 'pages/check-in.tsx'),
    layout('pages/guard.tsx', [
      route('become-organizer', 'pages/become-organizer.tsx'),
      route('account-info', 'pages/account-info.tsx'),
      route('organizer-info', 'pages/organizer-info.tsx'),
      route('create-event', 'pages/create-event.tsx'),
      route('my-events', 'pages/my-events.tsx'),
      route('events/:eventId/edit', 'pages/edit-event.tsx'),
      route('bookmarks', 'pages/bookmarks.tsx'),
      route('my-tickets', 'pages/my-tickets.tsx'),
      route('virtual-ticket/:ticketId', 'pages/virtual-ticket.tsx'),
      route('ticket/:ticketId', 'pages/ticket.tsx'),
    ]),
    route('*', 'pages/not-found.tsx'),
  ]),
  layout('pages/plain-layout.tsx', [
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('logout', 'pages/logout.tsx'),
    route('complete-profile', 'pages/complete-profile.tsx'),
    route('verify-email/:user_id/:token', 'pages/verify-email.tsx'),
    route('forgot-password', 'pages/forgot-password.tsx'),
    route('reset-password/:userId?/:token?', 'pages/reset-password.tsx'),
  ]),
] satisfies RouteConfig
