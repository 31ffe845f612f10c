import { zodResolver } from '@hookform/resolvers/zod'
import { Copy, Link2, Link2Off, Share2 } from 'lucide'
import { useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { longDate } from '#contract/dates.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import { addDoorLink, type DoorLink, listDoorLinks, NewDoorLink, revokeDoorLink } from '#contract/tickets/door.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { copyWithNotice, share } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/controls/dialog.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** The event's door links, for owner and co-hosts. Until it is revoked, a link lets helpers check tickets in and
 *  sell at the door without an account. */
export function DoorLinks({ eventId, eventName }: { eventId: number; eventName: string }) {
  const { links, problem, load, add, revoke } = useDoorLinks(eventId)
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null)
  const [revoking, setRevoking] = useState<DoorLink | null>(null)
  const { run, busy } = useAction()

  async function handleRevoke(link: DoorLink) {
    const revoked = await run(() => revoke(link), m.doorLinkNotRevoked)
    setRevoking(null)
    if (revoked) notify.success(fill(m.revoked, { name: link.name }))
  }

  return (
    <section aria-labelledby="door-links">
      <h2 id="door-links" className="text-lg">
        {m.doorLinks}
      </h2>
      <p className="text-sm text-ink-soft">{m.doorLinksIntro}</p>
      <Card className="mt-3 flex flex-col gap-2 p-4">
        <DoorLinkForm onLink={async (body) => setCreated(await add(body))} />
        {problem ? <LoadFailure text={problem} onAgain={load} /> : null}
        {links?.length ? (
          <ul className="divide-y divide-line">
            {links.map((link) => (
              <li key={link.id} className="flex flex-wrap items-center justify-end gap-3 py-2">
                <div className="min-w-[min(9rem,100%)] flex-1">
                  <p className="font-medium break-words">{link.name}</p>
                  <p className="figures text-sm text-ink-soft">
                    {link.last_used_at ? fill(m.lastUsed, { date: longDate(link.last_used_at) }) : m.notUsedYet}
                  </p>
                </div>
                <Button
                  variant="secondary"
                  className="px-4"
                  onClick={() => setRevoking(link)}
                  aria-label={fill(m.revokeNamed, { name: link.name })}
                >
                  <Icon icon={Link2Off} />
                  {m.revoke}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      <DoorLinkSecret link={created} eventId={eventId} eventName={eventName} onClose={() => setCreated(null)} />
      <ConfirmDialog
        open={revoking !== null}
        title={fill(m.revokeQuestion, { name: revoking?.name ?? '' })}
        confirmLabel={m.revoke}
        busy={busy && m.revoking}
        onConfirm={() => revoking && handleRevoke(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>{m.revokeConsequence}</p>
      </ConfirmDialog>
    </section>
  )
}

/** `onLink` throws ApiError. */
function DoorLinkForm({ onLink }: { onLink: (body: NewDoorLink) => Promise<void> }) {
  const form = useForm<NewDoorLink>({
    resolver: zodResolver(NewDoorLink),
    defaultValues: { name: '' },
  })
  const { register, handleSubmit, formState, reset } = form

  async function handleLink(body: NewDoorLink) {
    try {
      await onLink(body)
    } catch (error) {
      return showRefusal(form, error, {
        fields: ['name'],
        notice: messageOf(error, m.doorLinkNotCreated),
      })
    }
    reset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleLink)}>
      <Field label={m.doorLinkName} error={formState.errors.name?.message} required>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              {...register('name')}
              className="min-w-[min(10rem,100%)] flex-1"
              placeholder={m.doorLinkNameExample}
            />
            <SubmitButton variant="secondary" busy={formState.isSubmitting && m.creating}>
              <Icon icon={Link2} />
              {m.createDoorLink}
            </SubmitButton>
          </div>
        )}
      </Field>
    </form>
  )
}

/** An event's door links, newest first; null until they are loaded. `add` and `revoke` throw ApiError. */
function useDoorLinks(eventId: number) {
  const [links, setLinks] = useState<DoorLink[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { eventId: String(eventId) }

  const load = useCallback(() => {
    setProblem(null)
    call(listDoorLinks, { params: { eventId: String(eventId) } }).then(setLinks, (error: unknown) =>
      setProblem(messageOf(error, m.doorLinksNotLoaded)),
    )
  }, [eventId])
  useEffect(load, [load])

  /** Only this answer has the secret; the server cannot return it again. */
  async function add(body: NewDoorLink): Promise<{ name: string; secret: string }> {
    const { secret, ...link } = await call(addDoorLink, { params, body })
    setLinks((known) => [link, ...(known ?? [])])
    return { name: link.name, secret }
  }

  async function revoke(link: DoorLink): Promise<void> {
    await call(revokeDoorLink, { params: { ...params, linkId: String(link.id) } })
    setLinks((known) => known?.filter(({ id }) => id !== link.id) ?? null)
  }

  return { links, problem, load, add, revoke }
}

interface DoorLinkSecretProps {
  /** The new link; null closes the dialog. */
  link: { name: string; secret: string } | null
  eventId: number
  eventName: string
  onClose: () => void
}

/** Shows a new door link to scan, copy or send. Its secret cannot be shown again. */
function DoorLinkSecret({ link, eventId, eventName, onClose }: DoorLinkSecretProps) {
  const address = `${useOrigin()}${paths.checkIn(eventId)}#${link?.secret}`
  const canShare = typeof navigator !== 'undefined' && 'share' in navigator

  const handleCopy = () => copyWithNotice(address, m.doorLinkCopied)

  const handleShare = () => share({ title: fill(m.checkInOf, { event: eventName }), url: address }, m.doorLinkCopied)

  return (
    <Dialog
      open={link !== null}
      title={fill(m.doorLinkNamed, { name: link?.name ?? '' })}
      onClose={onClose}
      actions={
        <>
          {canShare ? (
            <Button variant="secondary" onClick={handleShare}>
              <Icon icon={Share2} />
              {common.share}
            </Button>
          ) : null}
          <Button onClick={handleCopy}>
            <Icon icon={Copy} />
            {common.copyLink}
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">{m.doorLinkShownOnce}</p>
      <div className="max-w-full self-center overflow-hidden rounded-md border border-line">
        <QrCode text={address} size={220} label={fill(m.doorLinkQrCode, { name: link?.name ?? '' })} />
      </div>
      <p className="rounded-md bg-sunken px-4 py-3 text-sm break-all">{address}</p>
    </Dialog>
  )
}
