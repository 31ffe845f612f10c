import { useEffect, useEffectEvent, useState } from 'react'
import { counted, fill } from '#contract/language/messages.ts'
import type { DoorType, WalkInSale } from '#contract/tickets/door.ts'
import { type KeepingPhone, listKeepingPhones, setDoorSeats, takeKeptSeats } from '#contract/tickets/walk-ins.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door-sale.json'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import { seatsToSell } from '#web/features/door/phone/scan.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'

interface DoorSeatsProps {
  door: DoorOnPhone
  sale: WalkInSale
}

/** How many seats only the door sells. Owner and co-hosts only. */
export function SetAside({ door, sale }: DoorSeatsProps) {
  return (
    <section aria-labelledby="set-aside" className="flex flex-col gap-2">
      <h2 id="set-aside" className="text-lg">
        {m.seatsForDoor}
      </h2>
      <p className="text-sm text-ink-soft">{m.seatsForDoorHint}</p>
      <Card className="flex flex-col gap-4 p-4">
        {sale.types.map((type) => (
          <SetAsideForm key={type.ticket_type_id} door={door} type={type} />
        ))}
      </Card>
    </section>
  )
}

function SetAsideForm({ door, type }: { door: DoorOnPhone; type: DoorType }) {
  /** Null while it shows what is set aside, which falls with each sale. */
  const [typed, setTyped] = useState<string | null>(null)
  const seats = typed ?? String(type.set_aside)
  const [problem, setProblem] = useState('')
  const { run, busy } = useAction()
  const free = type.free === null ? '' : counted(type.free, m.moreFree_one, m.moreFree_other)
  const kept = type.kept === 0 ? '' : fill(m.phonesKeep, { count: formatNumber(type.kept) })

  async function save() {
    setProblem('')
    const isSaved = await run(
      async () => {
        const body = { ticket_type_id: type.ticket_type_id, seats }
        const { seats: own, scans } = door.read()
        const keptHere = seatsToSell(own, scans, type.ticket_type_id)
        const released = type.kept - (setDoorSeats.schema.body.safeParse(body).data?.seats ?? type.kept)
        // This phone returns its own at once; those of others are taken back below.
        if (released > 0 && keptHere > 0) await door.keepSeatsOfEachType(Math.max(0, keptHere - released))
        try {
          await call(setDoorSeats, { params: { eventId: String(door.eventId) }, body })
          notify.success(m.saved)
        } finally {
          await (own.want === null ? door.refresh() : door.keepSeatsOfEachType(own.want))
        }
      },
      (error) => setProblem(messageOf(error, m.notSaved)),
    )
    // Keep what was typed while saving.
    if (isSaved) setTyped((now) => (now === seats ? null : now))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={type.name || m.setAsideUnsold} hint={`${free} ${kept}`.trim()} error={problem}>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              className="w-28"
              inputMode="numeric"
              autoComplete="off"
              value={seats}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" variant="secondary" busy={busy && common.saving}>
              {common.save}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

/** The other phones that keep seats. A lost one returns nothing by itself. Owner and co-hosts only. */
export function KeepingPhones({ door, ownPhone, sale }: DoorSeatsProps & { ownPhone: string }) {
  const [phones, setPhones] = useState<KeepingPhone[]>([])
  const [asked, setAsked] = useState<KeepingPhone | null>(null)
  const { run, busy } = useAction()
  const params = { eventId: String(door.eventId) }
  const kept = sale.types.reduce((sum, type) => sum + type.kept, 0)

  const load = useEffectEvent(() => {
    // Without a network the list stays as it was.
    call(listKeepingPhones, { params }).then(setPhones, () => {})
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the number of seats kept.
  useEffect(() => load(), [kept])

  async function handleTake(phone: KeepingPhone) {
    await run(async () => {
      setPhones(await call(takeKeptSeats, { params: { ...params, phoneId: phone.phone_id } }))
      notify.success(fill(m.keepsNoMore, { device: phone.device }))
      await door.refresh()
    }, m.notTakenBack)
    setAsked(null)
  }

  const others = phones.filter(({ phone_id }) => phone_id !== ownPhone)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="keeping-phones" className="flex flex-col gap-2">
      <h2 id="keeping-phones" className="text-lg">
        {m.phonesThatKeep}
      </h2>
      <Card className="px-4 py-2">
        <ul className="divide-y divide-line">
          {others.map((phone) => (
            <li key={phone.phone_id} className="flex flex-wrap items-center justify-end gap-3 py-2">
              <p className="min-w-[min(9rem,100%)] flex-1 font-medium wrap-anywhere">
                {phone.device}
                <span className="figures block text-sm font-normal text-ink-soft">
                  {counted(phone.seats, m.seats_one, m.seats_other)}
                </span>
              </p>
              <Button
                variant="secondary"
                className="px-4"
                aria-label={fill(m.takeBackOf, { device: phone.device })}
                onClick={() => setAsked(phone)}
              >
                {m.takeBack}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        open={asked !== null}
        title={fill(m.takeBackQuestion, { device: asked?.device ?? '' })}
        confirmLabel={m.takeBack}
        keepLabel={common.cancel}
        busy={busy && m.takingBack}
        onConfirm={() => void (asked && handleTake(asked))}
        onClose={() => setAsked(null)}
      >
        <p>{m.takeBackConsequence}</p>
      </ConfirmDialog>
    </section>
  )
}
