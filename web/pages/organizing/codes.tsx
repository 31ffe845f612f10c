import { useNavigate } from 'react-router'
import { showEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { listCodes } from '#contract/tickets/codes.schemas.ts'
import * as m from '#messages/codes.json'
import * as common from '#messages/common.json'
import { Codes } from '#web/features/organizing/manage/codes.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call, callCounted } from '#web/lib/api/call.ts'
import { requireSession } from '#web/lib/api/loaders.ts'
import { loadPage } from '#web/lib/page/load-page.ts'
import { eventHead } from '#web/lib/page/meta.ts'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import type { Route } from './+types/codes.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.codes)

const perPage = 100

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const search = new URL(request.url).searchParams.get('search')?.slice(0, 40) ?? ''
  const [event, codes] = await Promise.all([
    call(showEvent, { params }),
    loadPage(request, perPage, (query) => callCounted(listCodes, { params, query: { ...query, search } })),
  ])
  return { event, search, ...codes }
}

export default function CodesPage({ loaderData }: Route.ComponentProps) {
  const { event, search, items: codes, total, page, pages } = loaderData
  const navigate = useNavigate()
  const path = paths.codes(event.id)
  const hrefOf = (number: number, text = search) =>
    `${path}?${new URLSearchParams({ ...(text && { search: text }), ...(number > 1 && { page: String(number) }) })}`
  return (
    <Page title={m.codes} subtitle={m.subtitle}>
      <Codes key={event.id} event={event} codes={codes} total={total} search={search}>
        {pages > 1 || search ? (
          <SearchForm
            key={search}
            action={path}
            onSearch={(text) => navigate(hrefOf(1, text.trim()))}
            aria-label={m.searchCodes}
            placeholder={m.searchCodes}
            defaultValue={search}
            className="w-full sm:max-w-80"
          />
        ) : null}
      </Codes>
      <div className="mt-6 empty:hidden">
        <Pagination page={page} pages={pages} hrefOf={(number) => hrefOf(number)} />
      </div>
    </Page>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.codes} />
}
