import * as m from '#messages/information.json'

/** The paths of all pages (specification, section 2), for links, redirects and mails. */
export const paths = {
  home: '/',
  discover: '/discover',
  event: (eventId: number) => `/events/${eventId}` as const,
  /** The owner's page for managing the event, with its figures. */
  manage: (eventId: number) => `/events/${eventId}/manage` as const,
  editEvent: (eventId: number) => `/events/${eventId}/edit` as const,
  organizer: (organizerId: number) => `/organizers/${organizerId}` as const,
  applicants: (eventId: number) => `/events/${eventId}/applicants` as const,
  refunds: (eventId: number) => `/events/${eventId}/refunds` as const,
  codes: (eventId: number) => `/events/${eventId}/codes` as const,
  dates: (eventId: number) => `/events/${eventId}/dates` as const,
  messages: (eventId: number) => `/events/${eventId}/messages` as const,
  /** The event's team, with the log of what it did. */
  team: (eventId: number) => `/events/${eventId}/team` as const,
  shareEvent: (eventId: number) => `/events/${eventId}/share` as const,
  checkIn: (eventId: number) => `/events/${eventId}/check-in` as const,
  createEvent: '/create-event',
  myEvents: '/my-events',
  bookmarks: '/bookmarks',
  myTickets: '/my-tickets',
  ticket: (ticketId: number) => `/ticket/${ticketId}` as const,
  receipt: (ticketId: number) => `/receipt/${ticketId}` as const,
  virtualTicket: (ticketId: number) => `/virtual-ticket/${ticketId}` as const,
  /** A ticket, for anyone with its link. `code` is its `ticket_id`. */
  guestTicket: (code: string) => `/guest-ticket/${code}` as const,
  /** From the mail of an invitation. */
  invitation: (token: string) => `/invitation/${token}` as const,
  /** Where the holder of an unpaid seat pays for it. */
  pay: (ticketId: number) => `/pay/${ticketId}` as const,
  becomeOrganizer: '/become-organizer',
  accountInfo: '/account-info',
  organizerInfo: '/organizer-info',
  webhooks: '/webhooks',
  accessTokens: '/access-tokens',
  login: '/login',
  logout: '/logout',
  register: '/register',
  completeProfile: '/complete-profile',
  forgotPassword: '/forgot-password',
  resetPassword: (userId: number, token: string) => `/reset-password/${userId}/${token}` as const,
  /** From the mail with a sign-in code. */
  signInLink: (link: string) => `/sign-in/${link}` as const,
  /** An invitation to the team of an event. */
  teamInvitation: (secret: string) => `/team-invitation/${secret}` as const,
  /** Where LINE returns to; no mailed link has this name. */
  lineReturn: '/sign-in/line',
  verifyEmail: (userId: number, token: string) => `/verify-email/${userId}/${token}` as const,
  /** For `link` see server/features/following/following.service.ts. */
  stopFollowing: (link: string | number) => `/stop-following/${link}` as const,
  /** For `link` see server/features/messages/message.mails.ts. */
  stopMessages: (link: string | number) => `/stop-messages/${link}` as const,
  /** Where an attendee says how it was. For `link` see server/features/messages/feedback.service.ts. */
  feedback: (link: string | number) => `/how-was-it/${link}` as const,
  termsOfUse: '/legal/terms-of-use',
  privacyPolicy: '/legal/privacy-policy',
  cookiePolicy: '/legal/cookie-policy',
  aboutUs: '/team/about-us',
  contact: '/team/contact',
  jobs: '/team/jobs',
  pressKit: '/team/press-kit',
  branding: '/services/branding',
  design: '/services/design',
  marketing: '/services/marketing',
  advertisement: '/services/advertisement',
} as const

/** The parameter of the new-event page for the event to copy. */
export const copiedParameter = 'copy'

/** The new-event page filled with a copy of your own event, except its dates. */
export const copyEventPath = (eventId: number) => `${paths.createEvent}?${copiedParameter}=${eventId}` as const

/** The parameter of the new-event page for the draft to continue. */
export const draftParameter = 'draft'

/** The new-event page with one of your drafts. */
export const draftPath = (draftId: number) => `${paths.createEvent}?${draftParameter}=${draftId}` as const

/** The information pages (specification, section 2, Static pages) by the file name of their text, in the order of
 *  the footer. */
export const informationPages = {
  branding: { title: m.branding, group: m.services, path: paths.branding },
  design: { title: m.design, group: m.services, path: paths.design },
  marketing: { title: m.marketing, group: m.services, path: paths.marketing },
  advertisement: { title: m.advertisement, group: m.services, path: paths.advertisement },
  'about-us': { title: m.aboutUs, group: m.team, path: paths.aboutUs },
  contact: { title: m.contact, group: m.team, path: paths.contact },
  jobs: { title: m.jobs, group: m.team, path: paths.jobs },
  'press-kit': { title: m.pressKit, group: m.team, path: paths.pressKit },
  'terms-of-use': { title: m.termsOfUse, group: m.legal, path: paths.termsOfUse },
  'privacy-policy': { title: m.privacyPolicy, group: m.legal, path: paths.privacyPolicy },
  'cookie-policy': { title: m.cookiePolicy, group: m.legal, path: paths.cookiePolicy },
} as const

export type InformationName = keyof typeof informationPages

export const informationNames = Object.keys(informationPages) as [InformationName, ...InformationName[]]
