import { useNavigate, useNavigation } from 'react-router'
import { isAtLeast } from '#contract/endpoint.ts'
import { showEvent } from '#contract/events/events.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import { LogAction, listLog, listTeam } from '#contract/tickets/team.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/team.json'
import { requireRole } from '#web/features/organizers/require-organizer.ts'
import { EventLog, type LogFilter } from '#web/features/organizing/manage/event-log.tsx'
import { OwnRole, Team } from '#web/features/organizing/manage/team.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call, callCounted } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { readPage } from '#web/lib/page/load-page.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/team.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.team)

const perPage = 30

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const { filter, page } = readAddress(new URL(request.url).searchParams)
  const event = await call(showEvent, { params })
  requireRole(event, 'door')
  const query = { ...filter, limit: perPage, cursor: (page - 1) * perPage }
  const [members, log] = await Promise.all([
    event.role === 'owner' ? call(listTeam, { params }) : null,
    isAtLeast(event.role, 'co_host') ? callCounted(listLog, { params, query }) : null,
  ])
  return { event, members, log, filter, page }
}

function readAddress(params: URLSearchParams): { filter: LogFilter; page: number } {
  const person = Number(params.get('person'))
  return {
    filter: {
      person: Number.isSafeInteger(person) && person > 0 ? person : undefined,
      action: LogAction.safeParse(params.get('action')).data,
    },
    page: readPage(params),
  }
}

export default function TeamPage({ loaderData: { event, members, log, filter, page } }: Route.ComponentProps) {
  const navigate = useNavigate()
  // A second choice adds to one that is still being loaded.
  const { location } = useNavigation()
  const wanted =
    location?.pathname === inLanguage(paths.team(event.id))
      ? readAddress(new URLSearchParams(location.search)).filter
      : filter
  const hrefOf = ({ person, action }: LogFilter, number = 1) => {
    const query = { ...(person && { person: String(person) }), ...(action && { action }) }
    return `${paths.team(event.id)}?${new URLSearchParams({ ...query, ...(number > 1 && { page: String(number) }) })}`
  }
  return (
    <Page title={m.team} width="text">
      <div className="flex flex-col gap-10">
        {members === null ? <OwnRole event={event} /> : <Team key={event.id} event={event} members={members} />}
        {log === null ? null : (
          <EventLog
            log={log.items}
            total={log.total}
            filter={wanted}
            onFilter={(chosen) => navigate(hrefOf(chosen), { preventScrollReset: true, replace: true })}
          >
            <Pagination
              page={page}
              pages={Math.ceil(log.total / perPage)}
              hrefOf={(number) => hrefOf(filter, number)}
            />
          </EventLog>
        )}
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.team} />
}
