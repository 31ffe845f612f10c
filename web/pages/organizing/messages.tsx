import { PenLine } from 'lucide'
import { useEffect, useRef } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { showEvent } from '#contract/events/events.ts'
import { paths } from '#contract/paths.ts'
import { Audience, type ClosedReason, listMessages, messageLimits, type Reach } from '#contract/tickets/messages.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/messages.json'
import { MessageList } from '#web/features/messages/message-list.tsx'
import { type Beginning, WriteMessage } from '#web/features/messages/write-message.tsx'
import { FetchProblem } from '#web/features/shell/problem-screen.tsx'
import { call } from '#web/lib/api/call.ts'
import { requireSession, unlessOnlySearchChanged } from '#web/lib/api/loaders.ts'
import { Icon } from '#web/lib/icon.tsx'
import { eventHead } from '#web/lib/page/meta.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Message } from '#web/ui/display/message.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/messages.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const writing = loaderData && writingOf(loaderData, new URLSearchParams(location.search))
  return eventHead(matches, titleOf(writing ?? null))
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { id: userId } = requireSession(request)
  const applications = chosenIn(new URL(request.url).searchParams).join()
  const [event, listed] = await Promise.all([
    call(showEvent, { params }),
    call(listMessages, { params, query: { applications } }),
  ])
  return { userId, event, ...listed }
}

/** Writing is a part of the same page. */
export const shouldRevalidate = unlessOnlySearchChanged

export default function MessagesPage({ loaderData: { userId, event, messages, reach, closed } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const beginning = writingOf({ closed, reach }, query)
  const heading = useNewHeading(beginning !== null)
  const list = paths.messages(event.id)

  async function handleSent() {
    await navigate(list, { replace: true })
    await revalidate()
  }

  if (beginning !== null) {
    return (
      <Page title={titleOf(beginning)} heading={heading} width="text">
        <div className="flex flex-col gap-4">
          {reach.everybody === 0 ? <Message kind="info">{m.nobodyYet}</Message> : null}
          <Card className="p-4 sm:p-6">
            <WriteMessage
              key={`${event.id} ${query}`}
              userId={userId}
              event={event}
              reach={reach}
              beginning={beginning}
              onSent={handleSent}
              onCancel={() => navigate(list, { replace: true })}
            />
          </Card>
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={titleOf(null)}
      heading={heading}
      width="text"
      actions={
        closed !== null ? null : (
          <ButtonLink to={`${list}?to=everybody`} className="max-sm:w-full">
            <Icon icon={PenLine} />
            {m.writeMessage}
          </ButtonLink>
        )
      }
    >
      <MessageList eventId={event.id} messages={messages} closed={closed} />
    </Page>
  )
}

/** Focuses the heading when it becomes that of the form, or of the list again: the pressed link or button is gone. */
function useNewHeading(isWriting: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(isWriting)
  useEffect(() => {
    if (shown.current !== isWriting) heading.current?.focus()
    shown.current = isWriting
  }, [isWriting])
  return heading
}

function titleOf(beginning: Beginning | null): string {
  if (beginning === null) return m.messages
  return beginning.isThanks ? m.sayThanks : m.writeMessage
}

/** Null for the list, which is all that there is once nothing can be written. */
const writingOf = ({ closed, reach }: { closed: ClosedReason | null; reach: Reach }, query: URLSearchParams) =>
  closed === null ? beginningOf(query, reach) : null

/** From the page's address: `?to=to_pay`, `?to=chosen&applications=1,2` or `?thanks`. Null for the list. */
function beginningOf(query: URLSearchParams, reach: Reach): Beginning | null {
  // Where nobody was checked in, everybody with a ticket may have come.
  const came = reach.checked_in > 0 ? 'checked_in' : 'tickets'
  const audience = Audience.safeParse(query.get('to') ?? (query.has('thanks') ? came : null))
  if (!audience.success) return null
  const applications = chosenIn(query)
  const isKnown = audience.data !== 'chosen' || applications.length > 0
  return { audience: isKnown ? audience.data : 'everybody', applications, isThanks: query.has('thanks') }
}

function chosenIn(query: URLSearchParams): number[] {
  const ids = (query.get('applications') ?? '').split(',').map(Number)
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, messageLimits.chosen)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FetchProblem error={error} saying={common.errorFetchingData} title={m.messages} />
}
