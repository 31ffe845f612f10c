import { PathId } from '#contract/fields.ts'
import * as common from '#messages/common.json'
import { CheckIn, DoorClosed, loadDoor, useNewDoorLink } from '#web/features/door/check-in-page.tsx'
import { eventHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/check-in.ts'

/** When a session ends during check-in, this page says so itself, because scans may still be waiting on it. */
export const handle = { guarded: true }

/** 0, which no event has, if the address has no number. */
const eventIdOf = (text: string) => PathId.safeParse(text).data ?? 0

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadDoor(eventIdOf(params.eventId))
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  eventHead(matches, common.checkIn, loaderData?.snapshot.event_name)

export function HydrateFallback() {
  return (
    <p role="status" className="p-8 text-center text-lg text-ink-soft">
      {common.loading}
    </p>
  )
}

export default function CheckInPage({ loaderData: opened }: Route.ComponentProps) {
  useNewDoorLink()
  return <CheckIn key={`${opened.snapshot.event_id} ${opened.secret}`} opened={opened} />
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  useNewDoorLink()
  return <DoorClosed error={error} eventId={eventIdOf(params.eventId)} />
}
