import { zodResolver } from '@hookform/resolvers/zod'
import { Copy, LogOut, ScanLine, UserMinus, UserPlus } from 'lucide'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate, useRevalidator } from 'react-router'
import { z } from 'zod'
import { dayDate, shortDate } from '#contract/dates.ts'
import type { Event } from '#contract/events/events.ts'
import { Email } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import {
  changeMember,
  inviteMember,
  leaveTeam,
  ownRoleTexts,
  removeMember,
  roleLabels,
  roleTexts,
  type TeamMember,
  TeamRole,
  teamLimits,
} from '#contract/tickets/team.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/team.json'
import { isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/controls/dialog.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

const roles = TeamRole.options.map((role) => ({ value: role, label: roleLabels[role] }))

/** The members and open invitations of the viewer's event. */
export function Team({ event, members }: { event: Pick<Event, 'id' | 'series_id'>; members: TeamMember[] }) {
  const { revalidate } = useRevalidator()
  const [secret, setSecret] = useState<string | null>(null)
  const [removing, setRemoving] = useState<TeamMember | null>(null)
  const { run, busy, running } = useAction()
  const params = { eventId: event.id }
  // The dates of a series have one team.
  const isSeries = event.series_id !== null

  function handleSecretClose() {
    setSecret(null)
    // Not before: a reload that fails would replace the only page that has the secret.
    void revalidate()
  }

  async function handleRole({ id }: TeamMember, role: TeamRole) {
    const change = () => call(changeMember, { params: { ...params, memberId: id }, body: { role } })
    const isChanged = await run(change, (error) => handleFailure(error, m.changeRoleFailed), String(id))
    if (!isChanged) return
    notify.success(m.roleChanged)
    await revalidate()
  }

  async function handleRemove({ id, person }: TeamMember) {
    const remove = () => call(removeMember, { params: { ...params, memberId: id } })
    const isRemoved = await run(remove, (error) => handleFailure(error, m.removeFailed))
    setRemoving(null)
    if (!isRemoved) return
    notify.success(person === null ? m.invitationWithdrawn : fill(m.personRemoved, { name: nameOf(person) }))
    await revalidate()
  }

  function handleFailure(error: unknown, text: string) {
    // The person may be gone already. Without an answer a reload would fail too, and replace the page.
    if (!isOutcomeUnknown(error)) void revalidate()
    return messageOf(error, text)
  }

  return (
    <section aria-label={m.people} className="flex flex-col gap-4">
      <p className="text-ink-soft">{isSeries ? m.whatForSeries : m.whatFor}</p>
      <Card className="p-4 sm:p-6">
        <InviteForm eventId={event.id} onInvited={(made) => (made === '' ? revalidate() : setSecret(made))} />
      </Card>
      {members.length > 0 ? (
        <Card className="px-4 sm:px-6">
          <ul aria-label={m.team} className="divide-y divide-line">
            {members.map((member) => (
              <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4">
                <Who member={member} />
                <div className="flex min-w-[min(100%,15rem)] flex-1 flex-wrap items-center justify-end gap-2">
                  <div className="min-w-40 flex-1 sm:max-w-40">
                    <Select
                      aria-label={fill(m.roleOf, { name: labelOf(member) })}
                      options={roles}
                      value={member.role}
                      // Not the one in use, which would lose the focus.
                      disabled={busy && running !== String(member.id)}
                      onChange={({ target }) => handleRole(member, target.value as TeamRole)}
                    />
                  </div>
                  <Button
                    variant="secondary"
                    aria-label={fill(member.person ? m.remove : m.withdrawOf, { name: labelOf(member) })}
                    onClick={() => setRemoving(member)}
                  >
                    <Icon icon={UserMinus} />
                    {member.person ? common.remove : m.withdraw}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <InvitationLink secret={secret} onClose={handleSecretClose} />
      <ConfirmDialog
        open={removing !== null}
        title={removing?.person ? fill(m.removeAsk, { name: nameOf(removing.person) }) : m.withdrawAsk}
        confirmLabel={removing?.person ? common.remove : m.withdraw}
        busy={busy && m.removing}
        onConfirm={() => removing && handleRemove(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>{removing?.person ? (isSeries ? m.removeHintSeries : m.removeHint) : m.withdrawHint}</p>
      </ConfirmDialog>
    </section>
  )
}

const nameOf = ({ name, username }: NonNullable<TeamMember['person']>) => name || username

function labelOf({ person, email }: TeamMember): string {
  return person ? nameOf(person) : email || m.personWithLink
}

function Who({ member: { person, email, since, expires_at } }: { member: TeamMember }) {
  if (person === null) {
    return (
      <div className="min-w-[min(100%,12rem)] flex-1">
        <p className="font-medium wrap-anywhere">{email || m.invitationLink}</p>
        <p className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          <Badge>{m.invited}</Badge>
          {expires_at ? fill(m.validUntil, { date: shortDate(expires_at) }) : null}
        </p>
      </div>
    )
  }
  return (
    <div className="flex min-w-[min(100%,12rem)] flex-1 items-center gap-3">
      <Avatar picture={person.profile_picture} name={nameOf(person)} className="size-11 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{nameOf(person)}</p>
        <p className="figures text-sm wrap-anywhere text-ink-soft">
          {fill(m.memberSince, { username: person.username, date: shortDate(since) })}
        </p>
      </div>
    </div>
  )
}

const InviteFields = z.object({ role: TeamRole, email: z.union([z.literal(''), Email]) })
type InviteFields = z.infer<typeof InviteFields>

/** `onInvited` gets the secret of a link to copy, '' for a mailed one. */
function InviteForm({ eventId, onInvited }: { eventId: number; onInvited: (secret: string) => unknown }) {
  const form = useForm<InviteFields>({
    resolver: zodResolver(InviteFields),
    defaultValues: { role: 'desk', email: '' },
  })
  const { register, handleSubmit, formState, reset, control: ofForm } = form
  const role = useWatch({ control: ofForm, name: 'role' })

  async function handleInvite({ email, ...chosen }: InviteFields) {
    try {
      const body = { ...chosen, ...(email && { email }) }
      const { secret } = await call(inviteMember, { params: { eventId }, body })
      if (email) notify.success(fill(m.invitationSent, { email }))
      reset({ role: chosen.role, email: '' })
      await onInvited(secret)
    } catch (error) {
      showRefusal(form, error, {
        fields: ['role', 'email'],
        notice: messageOf(error, m.inviteFailed),
      })
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleInvite)} className="flex flex-col gap-4">
      <h2 className="text-lg">{m.inviteSomebody}</h2>
      <Field label={m.role} hint={roleTexts[role]} error={formState.errors.role?.message}>
        {(control) => <Select {...control} {...register('role')} options={roles} />}
      </Field>
      <Field label={m.email} hint={m.emailHint} error={formState.errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
      <SubmitButton busy={formState.isSubmitting && m.inviting} className="sm:self-start">
        <Icon icon={UserPlus} />
        {m.invite}
      </SubmitButton>
    </form>
  )
}

/** Shows a new link to copy or scan. Its secret cannot be shown again. */
function InvitationLink({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const address = useOrigin() + paths.teamInvitation(secret ?? '')
  return (
    <Dialog
      open={secret !== null}
      title={m.invitationLink}
      onClose={onClose}
      actions={
        <Button onClick={() => copyWithNotice(address, m.copyLinkDone)}>
          <Icon icon={Copy} />
          {common.copyLink}
        </Button>
      }
    >
      <p className="text-ink-soft">{fill(m.invitationLinkHint, { days: teamLimits.days })}</p>
      <div className="max-w-full self-center overflow-hidden rounded-md border border-line">
        <QrCode text={address} size={220} label={m.invitationQrCode} />
      </div>
      <p className="rounded-md bg-sunken px-4 py-3 text-sm break-all">{address}</p>
    </Dialog>
  )
}

/** What the viewer does in somebody else's team, and the way out of it. */
export function OwnRole({
  event,
}: {
  event: Pick<Event, 'id' | 'series_id' | 'role' | 'organizer' | 'start_date_event'>
}) {
  const session = useSession()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { run, busy } = useAction()
  if (event.role === null || event.role === 'owner') return null

  async function handleLeave() {
    const leave = () => call(leaveTeam, { params: { eventId: event.id } })
    const hasLeft = await run(leave, m.leaveFailed)
    setAsking(false)
    if (!hasLeft) return
    notify.success(m.left, { showOnNextPage: true })
    await navigate(isOrganizer(session) ? paths.myEvents : paths.myTickets, { replace: true })
  }

  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-6">
      <div>
        <p className="text-lg font-medium">{fill(m.ownTeam, { organizer: event.organizer.organizer_name })}</p>
        <p className="figures text-ink-soft">
          {fill(m.ownRole, { role: roleLabels[event.role], date: dayDate(event.start_date_event) })}
        </p>
      </div>
      <p>{ownRoleTexts[event.role]}</p>
      <div className="flex flex-wrap gap-3">
        {event.role === 'door' ? (
          <ButtonLink to={paths.checkIn(event.id)}>
            <Icon icon={ScanLine} />
            {common.checkIn}
          </ButtonLink>
        ) : null}
        <Button variant="secondary" onClick={() => setAsking(true)}>
          <Icon icon={LogOut} />
          {m.leaveTeam}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={m.leaveAsk}
        confirmLabel={m.leave}
        keepLabel={m.stay}
        busy={busy && m.leaving}
        onConfirm={handleLeave}
        onClose={() => setAsking(false)}
      >
        <p>{event.series_id === null ? m.leaveHint : m.leaveHintSeries}</p>
      </ConfirmDialog>
    </Card>
  )
}
