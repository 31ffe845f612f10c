import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { visitorStanding } from '#contract/events/applying.ts'
import type { CardEvent, EventDetail } from '#contract/events/events.ts'
import type { TicketType } from '#contract/events/ticket-types.ts'
import type { Ticket } from '#contract/tickets/tickets.ts'
import { loginFailure } from '#web/features/accounts/sign-in/login-form.tsx'
import { BookmarkButton, LikeButton } from '#web/features/engagement/engagement-buttons.tsx'
import { attendeeLimit, capacity } from '#web/features/events/card/attendance.ts'
import { EventHeader } from '#web/features/events/detail/event-header.tsx'
import { tweet } from '#web/features/events/detail/share.tsx'
import { TagChips, toggleLabel } from '#web/features/events/discover/chips.tsx'
import { EventLines } from '#web/features/events/discover/event-list.tsx'
import { dayName } from '#web/features/events/discover/month.ts'
import { ProblemScreen } from '#web/features/shell/problem-screen.tsx'
import { ApplicationPanel } from '#web/features/tickets/apply/application-panel.tsx'
import { ApplyCode } from '#web/features/tickets/apply/apply-code.tsx'
import { PaymentNote } from '#web/features/tickets/apply/apply-notes.tsx'
import { TicketTypeChoice } from '#web/features/tickets/apply/ticket-type-choice.tsx'
import type { Arranged } from '#web/features/tickets/load-tickets.ts'
import { SimpleTicket } from '#web/features/tickets/ticket.tsx'
import { TicketCard } from '#web/features/tickets/ticket-card.tsx'
import { TicketList } from '#web/features/tickets/ticket-list.tsx'
import { problemOf, ticketProblems } from '#web/features/tickets/ticket-notes.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { truncate } from '#web/lib/format/text.ts'
import { Avatar } from '#web/ui/display/avatar.tsx'
import LoginPage from './accounts/login.tsx'
import { default as BookmarksPage, ErrorBoundary as BookmarksProblem } from './events/bookmarks.tsx'
import DiscoverList from './events/discover-list.tsx'
import HomePage from './events/home.tsx'

const event = {
  id: 7,
  event_name: 'Bangkok JavaScript Night',
  category: 'WORKSHOP',
  status: 'UPCOMING',
  visibility: 'PUBLIC',
  start_date_event: '2026-11-21T11:30:00.000Z',
  end_date_event: '2026-11-21T14:30:00.000Z',
  address: '',
  event_image: '',
  is_online: false,
  is_free: true,
  ticket_price: 0,
  max_attendee: null,
  current_attendees: 0,
  tags: '',
  engagement: { total_likes: 0, total_bookmarks: 0 },
  user_engaged: { is_liked: false, is_bookmarked: false, is_applied: false },
  organizer: { organizer_name: 'Bangkok Books', logo: '' },
} as unknown as EventDetail & CardEvent

const engaged = { ...event, user_engaged: { is_liked: true, is_bookmarked: true, is_applied: false } }
const ticket = { id: 3, event_id: 7, ticket_number: 'K7M2-Q4XD', fullname: 'Malee Suksan', status: 'ACTIVE' }
const held = { ...ticket, register_date: '2026-11-20T03:00:00.000Z' } as Ticket
const signed = { ...held, signature: 'c2lnbmF0dXJl' }

/** Every text of an element, including its attributes. */
function wordsOf(element: ReactNode): string[] {
  const Page = createRoutesStub([{ path: '*', Component: () => element }])
  const html = renderToStaticMarkup(<Page initialEntries={['/']} />)
  const texts = html.split(/<[^>]*>/)
  const attributes = [...html.matchAll(/ (?:title|placeholder|aria-label)="([^"]*)"/g)].map(([, text = '']) => text)
  return [...texts, ...attributes].map((text) => text.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'))
}

const pageOf = (Page: unknown, loaderData: unknown) => {
  const Component = Page as (props: { loaderData: unknown }) => ReactNode
  return <Component loaderData={loaderData} />
}

const homeWith = (events: CardEvent[]) =>
  pageOf(HomePage, { popular: events, upcoming: events, latest: events, today: '2026-11-21' })

test('home shows three rows of events, each with its line, and a banner by role', () => {
  expect(wordsOf(homeWith([event]))).toEqual(
    expect.arrayContaining([
      'Today',
      'This weekend',
      'Free',
      'View Event',
      'Popular Events',
      'Join the most attended events in your area',
      'Upcoming Events',
      "Don't miss out on the events coming soon!",
      'Latest Events',
      'Discover newly added events',
      'Ready to Create Your Own Event?',
      'Create Event',
      'Become an Organizer',
    ]),
  )
  expect(wordsOf(homeWith([]))).toContain('No popular events to display.')
})

test('a card says that an event is full, unless it is over or has other dates', () => {
  const full = { ...event, seats_left: 0, more_dates: 0 }
  expect(wordsOf(homeWith([full]))).toContain('Full')
  for (const other of [{ seats_left: 1 }, { more_dates: 2 }, { status: 'COMPLETED' as const }]) {
    expect(wordsOf(homeWith([{ ...full, next_dates: [], ...other }]))).not.toContain('Full')
  }
})

test('the list of events says what lies beside and below it', () => {
  const overview = { today: '2026-11-21', days: [], upcoming: [], tags: [], categories: [] }
  const context = { overview, today: overview.today, calendar: { id: 'calendar', open: false } }
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <Outlet context={context} />,
      children: [{ index: true, Component: () => pageOf(DiscoverList, { events: [], total: 0, onDay: [] }) }],
    },
  ])
  const listAt = (path: string) => renderToStaticMarkup(<Page initialEntries={[path]} />).split(/<[^>]*>/)

  expect(listAt('/')).toEqual(expect.arrayContaining(['No events found', 'Upcoming Events']))
  expect(listAt('/?date=2026-11-28')).toContain(`Events on ${dayName('2026-11-28')}`)
  expect(wordsOf(<EventLines title="Upcoming Events" events={[]} all={{ to: '/', label: 'See all' }} />)).toContain(
    'No events found',
  )
})

test('tags beyond the sixth are shown on demand', () => {
  const tags = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  expect(wordsOf(<TagChips tags={tags} chosen={[]} onToggle={() => {}} />)).toContain('Show 2 More Tags')
  expect(toggleLabel(true, 0)).toBe('Show Less Tags')
})

test('login has its title and two ways on, and words for a failure that has none', () => {
  expect(wordsOf(pageOf(LoginPage, null))).toEqual(
    expect.arrayContaining(['Welcome Back!', 'Sign in to access your account', 'Forgot password?', 'Sign up']),
  )
  expect(loginFailure(new Error('This account is locked.'))).toBe('This account is locked.')
  expect(loginFailure(null)).toBe('Login failed. Please try again.')
})

test('the price note says how to pay at the event; free and called-off events have none', () => {
  const terms = { is_called_off: false, takes_promptpay: false, needs_approval: false, payment_minutes: 90 }
  const paid = { is_free: false, ticket_price: 90, payment_words: 'Cash or PromptPay.', ...terms }

  expect(wordsOf(<PaymentNote event={paid} />)).toEqual(
    expect.arrayContaining(['Pay at the event', 'Cash or PromptPay.']),
  )
  expect(wordsOf(<PaymentNote event={{ ...paid, payment_words: '' }} />)).toContain('Pay at the event')
  expect(wordsOf(<PaymentNote event={{ ...paid, takes_promptpay: true }} />)).toEqual(
    expect.arrayContaining([
      'Pay by PromptPay after you apply',
      'You have 1 hour 30 minutes to pay, or until the event starts if that is sooner.',
    ]),
  )
  expect(wordsOf(<PaymentNote event={{ ...paid, is_free: true }} />)).toEqual([''])
  expect(wordsOf(<PaymentNote event={{ ...paid, ticket_price: 0 }} />)).toEqual([''])
  expect(wordsOf(<PaymentNote event={{ ...paid, is_called_off: true }} />)).toEqual([''])
})

test('a called-off event offers neither ticket types nor a code', () => {
  const ticket_types = [{ id: 1, name: 'VIP', price: 490, on_sale_from: null }] as TicketType[]
  const offered = (of: Partial<EventDetail>) => {
    const shown = { ...event, ticket_types, standing: visitorStanding, ...of }
    return wordsOf(
      <>
        <TicketTypeChoice event={shown} now={0} chosen={1} onChoose={() => {}} fullPriced={null} />
        <ApplyCode event={shown} given="" checked={null} type={null} attempts={0} onCheck={() => {}} />
      </>,
    )
  }

  expect(offered({ is_called_off: false })).toEqual(expect.arrayContaining(['VIP', 'Have a code?']))
  expect(offered({ is_called_off: true })).toEqual([''])
})

test('the head of an event tells its marks, and shortens its address', () => {
  const header = (given: Partial<EventDetail>) =>
    wordsOf(<EventHeader event={{ ...event, ...given }} controls={null} />)

  expect(header({})).toEqual(
    expect.arrayContaining(['Nov 21, 2026', ' (Saturday)', 'View Location', 'No attendees limit', 'Free']),
  )
  expect(header({ is_online: true, max_attendee: 50 })).toEqual(
    expect.arrayContaining(['Online Event', '50 attendees max']),
  )
  const unplaced = header({ place_to_be_announced: true })
  expect(unplaced).toContain('Place to be announced')
  expect(unplaced).not.toContain('View Location')
  expect(header({ address: 'a'.repeat(51) })).toContain(`${'a'.repeat(50)}...`)
  expect(truncate('a'.repeat(31), 30)).toBe(`${'a'.repeat(30)}...`)
  expect(capacity({ max_attendee: 0 })).toBe('No attendees limit')
  expect(attendeeLimit({ max_attendee: null })).toBe('No attendee limit')
  expect(attendeeLimit({ max_attendee: 50 })).toBe('Limited to 50 attendees')
  expect([capacity({ max_attendee: 1 }), attendeeLimit({ max_attendee: 1 })]).toEqual([
    '1 attendee max',
    'Limited to 1 attendee',
  ])
})

test('the buttons of an event say what a press does', () => {
  const controls = (of: EventDetail) =>
    wordsOf(
      <>
        <LikeButton event={of} look="header" />
        <BookmarkButton event={of} look="header" />
      </>,
    )
  expect(controls(event)).toEqual(expect.arrayContaining(['Like event', 'Bookmark event']))
  expect(controls(engaged)).toEqual(expect.arrayContaining(['Remove like', 'Remove bookmark']))
  const shared = new URL(tweet(event.event_name, 'https://ruam.example/events/7'))
  expect(shared.searchParams.get('text')).toBe('Check out this event: Bangkok JavaScript Night')
})

test('tickets name their facts, and the event until it is known', () => {
  expect(wordsOf(<TicketCard ticket={held} event={new Promise(() => {})} />)).toEqual(
    expect.arrayContaining(['Event:', 'Fetching...', 'Ticket Number:', 'Registration date:', 'Status:', 'Active']),
  )
  const withdrawn = { ...held, status: 'CANCELLED', cancel_reason: 'by_holder', was_issued: false } as Ticket
  expect(wordsOf(<TicketCard ticket={withdrawn} event={new Promise(() => {})} />)).toEqual(
    expect.arrayContaining(['Application Number:', 'View Application']),
  )
  const paid = { ...withdrawn, refund: 'due' } as Ticket
  expect(wordsOf(<TicketCard ticket={paid} event={new Promise(() => {})} />)).toEqual(
    expect.arrayContaining([
      'You have withdrawn from this event.',
      'The organizer owes you a refund of what you paid. It is in their list of refunds.',
    ]),
  )
  const calledOff = { ...held, status: 'CANCELLED', cancel_reason: 'called_off', ticket_type: 'VIP' } as Ticket
  expect(wordsOf(<TicketCard ticket={calledOff} event={new Promise(() => {})} />)).toEqual(
    expect.arrayContaining(['VIP', 'Cancelled', 'The event was called off.']),
  )
  const simple = wordsOf(<SimpleTicket ticket={signed} event={event} picture="" />)
  expect(simple).toEqual(
    expect.arrayContaining(['Ticket Number:', 'Registrant Name:', 'Register Date:', 'Status:', 'Active']),
  )
  expect(simple).toEqual(expect.arrayContaining(['Bangkok JavaScript Night', 'Malee Suksan']))
  const unpaid = { ...signed, status: 'UNPAID' as const, signature: '' }
  expect(wordsOf(<SimpleTicket ticket={unpaid} event={event} picture="" />)).toContain('Application Number:')
  expect(problemOf(new ApiError('not_signed_in'), ticketProblems.ticket).text).toBe(
    'Unauthorized: No access token found.',
  )
})

test('a refused applicant reads the reason on their ticket card', () => {
  const refused = { ...held, status: 'CANCELLED', cancel_reason: 'refused', organizer_word: 'We are full tonight.' }

  expect(wordsOf(<TicketCard ticket={refused as Ticket} event={new Promise(() => {})} />)).toEqual(
    expect.arrayContaining(['The organizer has refused your application.', 'We are full tonight.']),
  )
})

test("an event's page says why a slip was refused", () => {
  const slip = { state: 'refused', reason: 'wrong amount', sent_at: held.register_date, readable: true }
  const unpaid = { ...held, status: 'UNPAID', pay_by: '2026-11-21T09:00:00.000Z', slip } as Ticket

  const panel = wordsOf(<ApplicationPanel state="UNPAID" ticket={unpaid} position={null} heading={null} />)

  expect(panel).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Your slip was not accepted\./),
      'The reason: wrong amount',
      expect.stringMatching(/^Pay until /),
      'View Payment',
    ]),
  )
})

test('My Tickets starts with open applications and the next event; past and cancelled tickets are separate', () => {
  const [later, past] = [4, 5].map((id) => ({ ...held, id }))
  const first = { next: held, later: [later], apart: [past] } as Arranged
  const list = {
    tickets: [],
    first,
    arranged: new Promise<Arranged>(() => {}),
    events: new Map(),
    parties: new Map(),
    stale: null,
  }
  const open = [{ ...held, id: 6, status: 'WAITING', position: 12 } as Ticket]
  const words = wordsOf(<TicketList {...list} open={open} eventsProblem={new Promise(() => {})} />)
  const titles = ['Applications', 'Your next event', 'After that', 'Past and cancelled']

  expect(words.filter((word) => titles.includes(word)).slice(0, titles.length)).toEqual(titles)
  expect(words).toContain('You are number 12 in line.')
})

test('bookmarks say that there are none, or why they cannot be shown', () => {
  expect(wordsOf(pageOf(BookmarksPage, { items: [], page: 1, pages: 1 }))).toContain('No bookmarked events available')
  const Problem = BookmarksProblem as (props: { error: unknown }) => ReactNode
  expect(wordsOf(<Problem error={new ApiError('internal', errors.internal)} />)).toContain(
    'Error fetching bookmarked events: Something went wrong on our side. Please try again.',
  )
})

test('an unexpected error is shown with its router name and two ways on', () => {
  expect(wordsOf(<ProblemScreen error={new Error('a bug')} />)).toEqual(
    expect.arrayContaining(['Unexpected Application Error!', 'Refresh Page', 'Go Home']),
  )
})

test('a person without picture and name is a question mark', () => {
  expect(wordsOf(<Avatar />)).toContain('?')
})
