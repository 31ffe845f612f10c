import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '#contract/dates.ts'
import type { DoorLink } from '#contract/tickets/door.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { DoorLinkForm } from './door-link-form.tsx'
import { DoorLinkSecret } from './door-link-secret.tsx'
import { useDoorLinks } from './use-door-links.ts'

/** The owner's door links: each lets a helper without an account check tickets in, until it is revoked. */
export function DoorLinks({ eventId, eventName }: { eventId: number; eventName: string }) {
  const { links, problem, load, add, revoke } = useDoorLinks(eventId)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const [revoking, setRevoking] = useState<DoorLink | null>(null)
  const [busy, setBusy] = useState(false)

  async function handleRevoke(link: DoorLink) {
    setBusy(true)
    try {
      await revoke(link)
      notify.success(`“${link.name}” was revoked.`)
    } catch (error) {
      notify.failure(messageOf(error, 'The door link could not be revoked.'))
    } finally {
      setBusy(false)
      setRevoking(null)
    }
  }

  return (
    <section aria-labelledby="door-links">
      <h2 id="door-links" className="text-lg">
        Door links
      </h2>
      <p className="text-sm text-ink-soft">
        Helpers who open a door link can check tickets in without an account. They see names, tickets, who is in and the
        count, nothing else.
      </p>
      <Card className="mt-3 flex flex-col gap-2 p-4">
        <DoorLinkForm onLink={async (body) => setMade(await add(body))} />
        {problem ? <LoadFailure text={problem} onAgain={load} /> : null}
        {links?.length ? (
          <ul className="divide-y divide-line">
            {links.map((link) => (
              <li key={link.id} className="flex flex-wrap items-center justify-end gap-3 py-2">
                <div className="min-w-[min(9rem,100%)] flex-1">
                  <p className="font-medium break-words">{link.name}</p>
                  <p className="figures text-sm text-ink-soft">
                    {link.last_used_at ? `Last used ${longDate(link.last_used_at)}` : 'Not used yet'}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  className="px-4"
                  onClick={() => setRevoking(link)}
                  aria-label={`Revoke ${link.name}`}
                >
                  <Link2Off aria-hidden className="size-5" />
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      <DoorLinkSecret link={made} eventId={eventId} eventName={eventName} onClose={() => setMade(null)} />
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke “${revoking?.name}”?`}
        confirmLabel="Revoke"
        busy={busy && 'Revoking...'}
        onConfirm={() => revoking && handleRevoke(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>Phones that were opened with this link can no longer check tickets in.</p>
      </ConfirmDialog>
    </section>
  )
}
