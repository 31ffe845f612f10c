import { Banknote, Gift, QrCode as QrIcon } from 'lucide'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { isAtLeast } from '#contract/endpoint.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { type DoorType, doorLimits, type WalkInSale } from '#contract/tickets/door.ts'
import { grouped, receiverName } from '#contract/tickets/promptpay-number.ts'
import type { WalkIn } from '#contract/tickets/walk-ins.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/door-sale.json'
import type { DoorOnPhone } from '#web/features/door/phone/door.ts'
import type { DoorState } from '#web/features/door/phone/door-state.ts'
import { whySaleEnded } from '#web/features/door/phone/sales.ts'
import { seatsToSell } from '#web/features/door/phone/scan.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { formatNumber, price } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { QrCode } from '#web/ui/display/qr-code.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { KeepingPhones, SetAside } from './door-seats.tsx'

/** Loads what the code of a payment needs; call it while online. */
export const loadPromptPay = () => import('#web/lib/format/promptpay.ts')

/** How many seats a phone keeps once somebody has opened the sale on it. */
const usuallyKept = 10

/** Sells tickets to people who come without one: with one ticket type by one tap on how they pay. */
export function WalkInPanel({ door, state }: { door: DoorOnPhone; state: DoorState }) {
  const { sale, role } = state.snapshot
  const { want } = state.seats
  const keepUsual = useEffectEvent(() => {
    // An owner who finds none is here to set some aside, for other phones.
    const isForSale = !isAtLeast(role, 'co_host') || sale?.types.some(({ set_aside }) => set_aside > 0)
    if (want === null && isForSale) void door.keepSeatsOfEachType(usuallyKept)
  })
  useEffect(() => keepUsual(), [])

  const ended = whySaleEnded(state.snapshot)
  if (ended !== null) return <p className="text-ink-soft">{ended}</p>
  if (sale === undefined) return <p className="text-ink-soft">{m.connectOnce}</p>
  if (sale.types.length === 0) return <p className="text-ink-soft">{m.allTypesClosed}</p>
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Sell door={door} state={state} sale={sale} />
      <KeptHere door={door} state={state} sale={sale} />
      {isAtLeast(role, 'co_host') ? (
        <>
          <SetAside door={door} sale={sale} />
          <KeepingPhones door={door} ownPhone={state.seats.phone_id} sale={sale} />
        </>
      ) : null}
    </div>
  )
}

type PanelProps = { door: DoorOnPhone; state: DoorState; sale: WalkInSale }

function Sell({ door, state, sale }: PanelProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(sale.types[0]?.ticket_type_id ?? null)
  /** As it was when the guest was asked to pay. */
  const [paying, setPaying] = useState<DoorType | null>(null)
  const type = sale.types.find(({ ticket_type_id }) => ticket_type_id === chosen) ?? sale.types[0]
  if (type === undefined) return null
  const left = seatsLeft(type, state)
  const isSoldOut = left === 0
  // On a slow network a second tap would sell another ticket.
  const cannotSell = isSoldOut || state.checking
  const due = price({ is_free: false, ticket_price: type.price_satang / 100 })

  async function handleSell({ ticket_type_id, price_satang }: DoorType, payment: WalkIn['payment']) {
    setPaying(null)
    setName('')
    await door.sell({ name, ticket_type_id, payment, price_satang: payment === 'free' ? 0 : price_satang })
  }

  const big = 'min-h-18 flex-1 basis-32 text-lg'
  return (
    <section aria-label={m.sellTicket} className="flex flex-col gap-4">
      {sale.types.length > 1 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">{common.ticketType}</legend>
          {sale.types.map((one) => (
            <TypeChoice
              key={one.ticket_type_id}
              type={one}
              left={seatsLeft(one, state)}
              checked={one === type}
              onChoose={() => setChosen(one.ticket_type_id)}
            />
          ))}
        </fieldset>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {type.price_satang > 0 ? (
          <>
            <Button
              className={big}
              unavailable={cannotSell}
              onClick={ignoringDoubleTap(() => handleSell(type, 'cash'))}
            >
              <Icon icon={Banknote} className="size-6" />
              <PayLabel how={m.cash} due={due} />
            </Button>
            {sale.promptpay_id ? (
              <Button className={big} unavailable={cannotSell} onClick={ignoringDoubleTap(() => setPaying(type))}>
                <Icon icon={QrIcon} className="size-6" />
                <PayLabel how={m.promptPay} due={due} />
              </Button>
            ) : null}
          </>
        ) : null}
        <Button
          variant={type.price_satang > 0 ? 'secondary' : 'primary'}
          className={big}
          unavailable={cannotSell}
          onClick={ignoringDoubleTap(() => handleSell(type, 'free'))}
        >
          <Icon icon={Gift} className="size-6" />
          {type.price_satang > 0 ? common.free : m.letInWalkIn}
        </Button>
      </div>
      <p role="status" className={classes('figures', isSoldOut ? 'text-danger' : 'text-ink-soft')}>
        {leftText(left, state.online)}
      </p>
      <Field label={m.nameOptional}>
        {(control) => (
          <TextInput
            {...control}
            className="min-h-14 text-lg"
            autoComplete="off"
            maxLength={doorLimits.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <PayDialog
        type={paying}
        sale={sale}
        onPaid={() => void (paying && handleSell(paying, 'promptpay'))}
        onClose={() => setPaying(null)}
      />
    </section>
  )
}

/** Ignores the second tap of a double tap, which would sell another ticket, or choose whichever type has just moved under
 *  the finger. */
function ignoringDoubleTap(action?: () => unknown) {
  return (press: MouseEvent) => {
    if (press.detail > 1) press.preventDefault()
    else action?.()
  }
}

/** The amount in a line of its own where both do not fit beside another button. */
function PayLabel({ how, due }: { how: string; due: string }) {
  return (
    <span className="flex min-w-0 flex-wrap justify-center gap-x-1.5 leading-tight">
      <span>{how}</span> <span className="figures whitespace-nowrap">{due}</span>
    </span>
  )
}

interface TypeChoiceProps {
  type: DoorType
  /** Null without a limit. */
  left: number | null
  checked: boolean
  onChoose: () => void
}

function TypeChoice({ type, left, checked, onChoose }: TypeChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only blocks a second tap; the radio button handles the keyboard.
    <label
      onClick={ignoringDoubleTap()}
      className={classes(
        'flex min-h-16 cursor-pointer items-center gap-3 rounded-lg border bg-card px-4 py-2',
        checked ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      <input
        type="radio"
        name="walk-in-type"
        className="size-6 shrink-0 accent-accent"
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1 text-lg/snug font-medium wrap-anywhere">{type.name}</span>
      <span className="figures text-right">
        {price({ is_free: false, ticket_price: type.price_satang / 100 })}
        {left === null ? null : (
          <span className="block text-sm text-ink-soft">{fill(m.left, { count: formatNumber(left) })}</span>
        )}
      </span>
    </label>
  )
}

/** How many this phone may sell now; null without a limit. Offline only what it keeps. */
function seatsLeft({ ticket_type_id, set_aside, kept, free }: DoorType, { online, seats, scans }: DoorState) {
  const own = seatsToSell(seats, scans, ticket_type_id)
  if (!online) return own
  return free === null ? null : own + set_aside - kept + free
}

function leftText(left: number | null, online: boolean): string {
  if (left === null) return m.noLimitOnline
  if (online) return left === 0 ? m.allSeatsTaken : counted(left, m.seatsLeft_one, m.seatsLeft_other)
  return left === 0 ? m.noSeatsKept : counted(left, m.offlineLeft_one, m.offlineLeft_other)
}

interface PayDialogProps {
  /** What is paid for; null closes the dialog. */
  type: DoorType | null
  sale: WalkInSale
  onPaid: () => void
  onClose: () => void
}

function PayDialog({ type, sale, onPaid, onClose }: PayDialogProps) {
  const satang = type?.price_satang ?? 0
  const amount = price({ is_free: false, ticket_price: satang / 100 })
  return (
    <Dialog open={type !== null} title={fill(m.pay, { amount })} onClose={onClose} hasCancel>
      <div className="flex flex-col items-center gap-3 text-center">
        <PayCode promptPayId={sale.promptpay_id} satang={satang} label={fill(m.promptPayCode, { amount })} />
        <p className="figures wrap-anywhere">
          {sale.promptpay_name}
          <span className="block text-sm text-ink-soft">
            {receiverName(sale.promptpay_id)}: <span className="whitespace-nowrap">{grouped(sale.promptpay_id)}</span>
          </span>
        </p>
        <p className="text-sm text-ink-soft">{m.waitForTransfer}</p>
      </div>
      <div className="flex flex-col gap-2">
        <Button wide className="min-h-16 text-lg" onClick={onPaid}>
          {m.paidLetIn}
        </Button>
        <Button wide variant="secondary" className="min-h-12" onClick={onClose}>
          {m.notPaid}
        </Button>
      </div>
    </Dialog>
  )
}

/** The code to pay with, shown to the guest. */
function PayCode({ promptPayId, satang, label }: { promptPayId: string; satang: number; label: string }) {
  const [code, setCode] = useState('')
  useEffect(() => {
    loadPromptPay().then(
      ({ promptPayCode }) => setCode(promptPayCode(promptPayId, satang)),
      // The number below can be typed.
      () => setCode(''),
    )
  }, [promptPayId, satang])
  if (code === '') return null
  return (
    <div className="max-w-full overflow-hidden rounded-md border border-line">
      <QrCode text={code} label={label} size={220} />
    </div>
  )
}

/** The seats that this phone keeps to sell without a network. */
function KeptHere({ door, state, sale }: PanelProps) {
  const { run, busy } = useAction()
  const want = state.seats.want ?? 0
  const hasAny = sale.types.some(({ set_aside }) => set_aside > 0) || state.seats.kept.length > 0
  const parts = sale.types.map((type) => {
    const own = seatsToSell(state.seats, state.scans, type.ticket_type_id)
    return type.name ? `${type.name}: ${formatNumber(own)}` : counted(own, m.seats_one, m.seats_other)
  })
  const change = (count: number) =>
    run(() => door.keepSeatsOfEachType(Math.min(Math.max(0, count), doorLimits.kept)), common.notSaved)
  return (
    <section aria-labelledby="kept-seats" className="flex flex-col gap-2">
      <h2 id="kept-seats" className="text-lg">
        {m.withoutNetwork}
      </h2>
      {hasAny ? (
        <>
          <p className="figures text-ink-soft">
            <RichText
              text={fill(m.keptHere, { seats: parts.join(', ') })}
              tags={{ seats: (words) => <span className="font-medium text-ink">{words}</span> }}
            />
            {state.online ? null : ` ${m.getsMoreOnline}`}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="secondary"
              className="size-14 text-2xl"
              aria-label={m.keepFewer}
              unavailable={busy || want === 0 || !state.online}
              onClick={() => change(want - 5)}
            >
              −
            </Button>
            <p role="status" className="figures min-w-32 text-center">
              {want === 0
                ? m.keepNone
                : fill(sale.types.length > 1 ? m.keepUpToEach : m.keepUpTo, { count: formatNumber(want) })}
            </p>
            <Button
              variant="secondary"
              className="size-14 text-2xl"
              aria-label={m.keepMore}
              unavailable={busy || want >= doorLimits.kept || !state.online}
              onClick={() => change(want + 5)}
            >
              +
            </Button>
          </div>
        </>
      ) : (
        <p className="text-ink-soft">{isAtLeast(state.snapshot.role, 'co_host') ? m.setAsideBelow : m.noneSetAside}</p>
      )}
    </section>
  )
}
