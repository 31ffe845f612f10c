import { CalendarX, UserX } from 'lucide'
import { showOrganizer } from '#contract/engagement/follows.ts'
import { organizerFeed } from '#contract/events/event-links.ts'
import { listEvents } from '#contract/events/event-list.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/events.json'
import { eventActions } from '#web/features/engagement/engagement-buttons.tsx'
import { EventGrid } from '#web/features/events/card/event-card.tsx'
import { hrefOf, OrganizerHeader, queryOfPlace, readPlace, WhenTabs } from '#web/features/following/following.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { statusOf } from '#web/lib/api/api-error.ts'
import { call, callCounted } from '#web/lib/api/call.ts'
import { personal } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { feedOf, hiddenHead, publicHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SubscribeMenu } from '#web/ui/controls/subscribe-menu.tsx'
import { EmptyState } from '#web/ui/display/empty-state.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/organizer.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const place = readPlace(new URL(request.url).searchParams)
  const organizer = await context.call(showOrganizer, { params })
  const { items, next } = await context.callCounted(listEvents, { query: queryOfPlace(params.organizerId, place) })
  return { organizer, place, events: items, next }
}

export const clientLoader = personal(async ({ params, request }: Route.ClientLoaderArgs) => {
  const place = readPlace(new URL(request.url).searchParams)
  const organizer = await call(showOrganizer, { params })
  const { items, next } = await callCounted(listEvents, { query: queryOfPlace(params.organizerId, place) })
  return { organizer, place, events: items, next }
})

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => {
  if (!loaderData) return hiddenHead(matches, statusOf(error) === 404 ? m.noOrganizer : common.organizer)
  const { id, organizer_name } = loaderData.organizer
  return [
    ...publicHead(matches, {
      title: organizer_name,
      description: fill(m.organizerDescription, { organizer: organizer_name }),
      path: paths.organizer(id),
    }),
    feedOf(matches, inLanguage(organizerFeed(id, 'atom'))),
  ]
}

export default function OrganizerPage({ loaderData: { organizer, place, events, next } }: Route.ComponentProps) {
  return (
    <Page>
      <OrganizerHeader organizer={organizer}>
        <SubscribeMenu
          feeds={{
            ics: inLanguage(organizerFeed(organizer.id, 'ics')),
            atom: inLanguage(organizerFeed(organizer.id, 'atom')),
          }}
        />
      </OrganizerHeader>
      <WhenTabs organizerId={organizer.id} chosen={place.when} />
      {events.length === 0 ? (
        <EmptyState icon={CalendarX} title={place.when === 'past' ? m.noPast : m.noUpcoming} />
      ) : (
        <EventGrid events={events} actionsOf={eventActions} />
      )}
      {place.after !== null || next !== null ? (
        <nav aria-label={m.pages} className="mt-8 flex flex-wrap justify-center gap-3">
          {place.after === null ? null : (
            <ButtonLink variant="secondary" to={hrefOf(organizer.id, { ...place, after: null })}>
              {m.firstPage}
            </ButtonLink>
          )}
          {next === null ? null : (
            <ButtonLink variant="secondary" to={hrefOf(organizer.id, { ...place, after: next })}>
              {m.moreEvents}
            </ButtonLink>
          )}
        </nav>
      ) : null}
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <FetchProblem error={error} saying={common.errorFetchingData} title={common.organizer} notFound={<NoOrganizer />} />
  )
}

function NoOrganizer() {
  return (
    <Page width="text" className="flex flex-col items-center gap-6 pt-16 text-center sm:pt-24">
      <span className="rounded-full bg-accent-soft p-4 text-accent-ink">
        <Icon icon={UserX} className="size-8" />
      </span>
      <h1 className="text-2xl sm:text-3xl">{m.noOrganizer}</h1>
      <p className="max-w-md text-lg text-ink-soft">{m.noOrganizerHint}</p>
      <ButtonLink to={paths.discover}>{common.discover}</ButtonLink>
    </Page>
  )
}
