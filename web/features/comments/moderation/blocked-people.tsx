import { useCallback, useEffect, useState } from 'react'
import { type BlockedPerson, listBlocked, unblockPerson } from '#contract/comments/moderation.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Skeleton } from '#web/ui/display/loading.tsx'

/** The people whom the organizer has blocked from all of their events, with a button to unblock each. */
export function BlockedPeople() {
  const [people, setPeople] = useState<BlockedPerson[] | null>(null)
  const [problem, setProblem] = useState('')
  const [unblocking, setUnblocking] = useState<number | null>(null)

  const load = useCallback(() => {
    setProblem('')
    call(listBlocked).then(setPeople, (error) =>
      setProblem(messageOf(error, 'The list could not be loaded. Please try again.')),
    )
  }, [])
  useEffect(load, [load])

  async function handleUnblock({ id }: BlockedPerson) {
    setUnblocking(id)
    try {
      await call(unblockPerson, { params: { userId: id } })
      setPeople((before) => before?.filter((person) => person.id !== id) ?? null)
    } catch (error) {
      notify.failure(messageOf(error, 'The block could not be taken back. Please try again.'))
    }
    setUnblocking(null)
  }

  if (problem) return <LoadFailure text={problem} onAgain={load} />
  if (people === null) return <Skeleton className="h-14" />
  return (
    <>
      <p role="status" className="text-ink-soft">
        {people.length === 0
          ? 'You have blocked nobody.'
          : 'They can neither comment on your events nor apply for them.'}
      </p>
      <ul className="relative -mx-2 min-h-0 flex-1 divide-y divide-line overflow-y-auto px-2">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-3">
            <Avatar picture={person.profile_picture} name={person.username} className="size-11 shrink-0" />
            <bdi className="min-w-0 flex-1 font-medium wrap-anywhere">{person.username}</bdi>
            <Button
              variant="secondary"
              busy={unblocking === person.id && 'Unblocking...'}
              onClick={() => handleUnblock(person)}
              aria-label={`Unblock ${person.username}`}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
