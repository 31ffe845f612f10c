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
import { eventHead } from '#web/lib/page/meta.ts'
import { Pagination } from '#web/ui/controls/pagination.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { SearchForm } from '#web/ui/forms/search-form.tsx'
import type { Route } from './+types/codes.ts'

export const meta: Route.MetaFunction = ({ matches }) => eventHead(matches, m.codes)

const perPage = 100

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  requireSession(request)
  const wanted = new URL(request.url).searchParams
  const search = wanted.get('search')?.slice(0, 40) ?? ''
  const page = Math.max(1, Math.min(1_000, Number.parseInt(wanted.get('page') ?? '1', 10) || 1))
  const query = { search, limit: perPage, cursor: (page - 1) * perPage }
  const [event, { items: codes, total }] = await Promise.all([
    call(showEvent, { params }),
    callCounted(listCodes, { params, query }),
  ])
  return { event, codes, total, search, page }
}

export default function CodesPage({ loaderData: { event, codes, total, search, page } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const path = paths.codes(event.id)
  const hrefOf = (number: number, text = search) =>
    `${path}?${new URLSearchParams({ ...(text && { search: text }), ...(number > 1 && { page: String(number) }) })}`
  const pages = Math.ceil(total / perPage)
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
