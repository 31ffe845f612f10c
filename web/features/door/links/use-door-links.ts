import { useCallback, useEffect, useState } from 'react'
import { addDoorLink, type DoorLink, listDoorLinks, type NewDoorLink, revokeDoorLink } from '#contract/tickets/door.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'

/** An event's door links; null until they are loaded. `add` and `revoke` throw ApiError. */
export function useDoorLinks(eventId: number) {
  const [links, setLinks] = useState<DoorLink[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { eventId: String(eventId) }

  const load = useCallback(() => {
    setProblem(null)
    call(listDoorLinks, { params: { eventId: String(eventId) } }).then(setLinks, (error: unknown) =>
      setProblem(messageOf(error, 'The door links could not be read.')),
    )
  }, [eventId])
  useEffect(load, [load])

  /** Only this answer contains the secret; it cannot be read again. */
  async function add(body: NewDoorLink): Promise<{ name: string; secret: string }> {
    const { secret, ...link } = await call(addDoorLink, { params, body })
    setLinks((known) => [...(known ?? []), link])
    return { name: link.name, secret }
  }

  async function revoke(link: DoorLink): Promise<void> {
    await call(revokeDoorLink, { params: { ...params, linkId: String(link.id) } })
    setLinks((known) => known?.filter(({ id }) => id !== link.id) ?? null)
  }

  return { links, problem, load, add, revoke }
}
