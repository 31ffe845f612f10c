import { CalendarX } from 'lucide'
import { data, type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router'
import { listComments, repliesShown } from '#contract/comments/comments.ts'
import { linkParameter, withQuestion } from '#contract/events/event-links.ts'
import { showEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/event-detail.json'
import { Comments } from '#web/features/comments/comments.tsx'
import { perPage } from '#web/features/comments/fetch-threads.ts'
import { BookmarkButton, LikeButton } from '#web/features/engagement/engagement-buttons.tsx'
import { EventHeader } from '#web/features/events/detail/event-header.tsx'
import { CalledOff, EventInfo } from '#web/features/events/detail/event-info.tsx'
import { eventMeta, forSearchEngines } from '#web/features/events/detail/event-meta.ts'
import { linkKeyOf, ShareButton, ShareMenu, unlistedHeaders } from '#web/features/events/detail/share.tsx'
import { useLiveEvent } from '#web/features/live/use-live-event.ts'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { ApplyButton } from '#web/features/tickets/apply/apply-button.tsx'
import { call } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { onDemand } from '#web/lib/page/on-demand.tsx'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/event-detail.ts'

const EndedNote = onDemand(async () => (await import('#web/features/tickets/application-status.tsx')).EndedNote)

/** Loaded after the page: it shows what happens from then on. */
const LiveNews = onDemand(async () => (await import('#web/features/live/live-news.tsx')).LiveNews)

/** Nobody waits for it. */
const CountVisit = onDemand(async () => (await import('#web/features/events/detail/count-visit.ts')).CountVisit)

/** For the team and for applicants. */
const EventApplicants = onDemand(
  async () => (await import('#web/features/applicants/applicants-button.tsx')).EventApplicants,
  ({ event: { role, standing } }) => role !== null || standing.ticket !== null,
)

/** For visitors who press Apply Now. */
const SignInToApply = onDemand(
  async () => (await import('./sign-in-to-apply.tsx')).SignInToApply,
  ({ open }) => open,
)

/** For owner and team. */
const OwnerLinks = onDemand(
  async () => (await import('./owner-links.tsx')).OwnerLinks,
  ({ event }) => event.role !== null,
)

/** Owner and co-hosts of an unlisted event only. */
const UnlistedNote = onDemand(
  async () => (await import('#web/features/events/detail/unlisted-note.tsx')).UnlistedNote,
  ({ event }) => event.link_key !== '',
)

/** Loads the event and, for visitors, its comments. If those fail, the panel loads them itself. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const link = linkKeyOf(request)
  const [event, comments] = await Promise.all([
    context.call(showEvent, { params, query: { link } }),
    context
      .callCounted(listComments, { params, query: { limit: perPage, replies: repliesShown, link } })
      .catch(() => null),
  ])
  const structured = forSearchEngines(event, context.site.url)
  return data({ event, comments, structured }, { headers: unlistedHeaders(event) })
}

export const clientLoader = personal(async ({ params, request }: Route.ClientLoaderArgs) => ({
  event: await call(showEvent, { params, query: { link: linkKeyOf(request) } }),
  comments: null,
  structured: null,
}))

/** Removing the apply question from the address does not reload the page. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const [before, after] = [currentUrl, nextUrl].map((url) => url.pathname + url.search)
  const isAnswered = before !== after && withQuestion(before ?? '', false) === after
  return !isAnswered && defaultShouldRevalidate
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => eventMeta(matches, loaderData, error)

export default function EventDetailPage({ loaderData: { event: loaded, comments } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const link = params.get(linkParameter) ?? undefined
  const { event, checkedIn, commentsVersion, reported, position, slip, isGone } = useLiveEvent(loaded, link)
  return (
    <Page key={event.id} className="flex flex-col gap-4 max-sm:px-0 max-sm:pt-0 sm:gap-6">
      <LiveNews event={event} isGone={isGone} />
      <CountVisit event={loaded} />
      <EventHeader
        event={event}
        controls={
          <>
            <LikeButton event={event} look="header" />
            <BookmarkButton event={event} look="header" />
            <ShareMenu event={event} />
          </>
        }
      />
      <div className="flex flex-col gap-4 max-sm:px-4 sm:gap-6">
        <CalledOff event={event} isGone={isGone} />
        <UnlistedNote event={event} />
        <EventInfo
          event={event}
          apply={
            <>
              {event.ended === null ? null : <EndedNote event={event} reason={event.ended} />}
              <ApplyButton
                event={event}
                position={position}
                slip={slip}
                isGone={isGone}
                signIn={(dialog) => <SignInToApply {...dialog} eventName={event.event_name} />}
              />
              {/* It reloads whenever the number of seats changes, so it gets the loaded event, not the live one:
                  in a rush the seats change all the time. */}
              <EventApplicants event={loaded} />
              <OwnerLinks event={event} checkedIn={checkedIn} />
            </>
          }
          engagement={
            <>
              <LikeButton event={event} look="widget" />
              <BookmarkButton event={event} look="widget" />
              <ShareButton event={event} />
            </>
          }
        />
        <Comments
          event={event}
          first={comments}
          link={link}
          version={commentsVersion}
          reported={reported}
          isGone={isGone}
        />
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={common.event} notFound={<NoEvent />} />
}

function NoEvent() {
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    <Page width="text" className="flex flex-col items-center gap-6 pt-16 text-center sm:pt-24">
      <span className="rounded-full bg-accent-soft p-4 text-accent-ink">
        <Icon icon={CalendarX} className="size-8" />
      </span>
      <h1 className="text-2xl sm:text-3xl">{m.noEvent}</h1>
      <p className="max-w-md text-lg text-ink-soft">
        {m.noEventHint} {session === null ? m.noEventLogin : null}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {/* For every missing event alike, so that it does not tell which exist. */}
        {session === null ? <ButtonLink to={loginPath(pathname + search)}>{common.login}</ButtonLink> : null}
        <ButtonLink to={paths.discover} variant={session === null ? 'secondary' : 'primary'}>
          {common.discover}
        </ButtonLink>
      </div>
    </Page>
  )
}
