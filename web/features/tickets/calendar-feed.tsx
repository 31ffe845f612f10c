import { CalendarPlus, Copy } from 'lucide'
import { useState } from 'react'
import { endTicketFeed, renewTicketFeed, showTicketFeed, type TicketFeed } from '#contract/tickets/tickets.ts'
import * as m from '#messages/tickets-calendar.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { useOrigin } from '#web/lib/page/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { LoadFailure } from '#web/ui/controls/try-again.tsx'
import { CopyInput } from '#web/ui/forms/inputs.tsx'

const questions = {
  renew: {
    title: m.renewTitle,
    text: m.renewEffect,
    label: m.makeNewAddress,
    busy: m.making,
  },
  end: {
    title: m.endTitle,
    text: m.endEffect,
    label: m.switchOff,
    busy: m.switchingOff,
  },
} as const

type Asked = keyof typeof questions

/** The pressed button is gone from the dialog, so the focus moves to its replacement. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** The secret address of the user's ticket calendar. It is created only on request. */
export function CalendarFeed() {
  const { path, problem, busy, load, renew, end } = useTicketFeed()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [changed, setChanged] = useState(false)
  const focused = changed ? takeFocus : undefined

  function handleOpen() {
    setOpen(true)
    setAsked(null)
    setChanged(false)
    void load()
  }

  async function handleConfirm(what: Asked) {
    if (await (what === 'renew' ? renew() : end())) setAsked(null)
  }

  async function handleMake() {
    setChanged(true)
    await renew()
  }

  return (
    <>
      <Button variant="quiet" onClick={handleOpen}>
        <Icon icon={CalendarPlus} />
        {m.calendarFeed}
      </Button>
      <Dialog
        open={open}
        title={asked ? questions[asked].title : m.calendarFeed}
        onClose={() => setOpen(false)}
        actions={
          asked ? (
            <>
              <Button variant="secondary" ref={takeFocus} disabled={busy} onClick={() => setAsked(null)}>
                {m.keep}
              </Button>
              <Button variant="danger" busy={busy && questions[asked].busy} onClick={() => handleConfirm(asked)}>
                {questions[asked].label}
              </Button>
            </>
          ) : null
        }
      >
        <p className="text-ink-soft">{asked ? questions[asked].text : m.feedExplained}</p>
        {problem ? <LoadFailure text={problem} onAgain={load} /> : null}
        {path === '' && !asked ? (
          <Button ref={focused} onClick={handleMake} busy={busy && m.making}>
            {m.makeAddress}
          </Button>
        ) : null}
        {path && !asked ? (
          <Address
            path={path}
            focused={focused}
            onAsk={(what) => {
              setAsked(what)
              setChanged(true)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

interface AddressProps {
  path: string
  focused: typeof takeFocus | undefined
  onAsk: (what: Asked) => void
}

function Address({ path, focused, onAsk }: AddressProps) {
  const address = useOrigin() + path

  const handleCopy = () => copyWithNotice(address, m.addressCopied)

  return (
    <>
      <CopyInput aria-label={m.calendarAddress} value={address} />
      <div className="flex flex-wrap gap-2">
        <Button ref={focused} onClick={handleCopy}>
          <Icon icon={Copy} />
          {m.copyAddress}
        </Button>
        <ButtonLink to={address.replace(/^https?:/, 'webcal:')} variant="secondary">
          <Icon icon={CalendarPlus} />
          {m.openInApp}
        </ButtonLink>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <Button variant="quiet" onClick={() => onAsk('renew')}>
          {m.makeNewAddress}
        </Button>
        <Button variant="quiet" onClick={() => onAsk('end')}>
          {m.switchOff}
        </Button>
      </div>
    </>
  )
}

/** The address of the user's ticket calendar: null until it is loaded, '' if there is none. `renew` and `end` show a notice
 *  and resolve to whether they succeeded. */
function useTicketFeed() {
  const [path, setPath] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { run, busy } = useAction()

  async function load() {
    setProblem(null)
    try {
      setPath((await call(showTicketFeed)).path)
    } catch (error) {
      setProblem(messageOf(error, m.notRead))
    }
  }

  const change = (request: () => Promise<TicketFeed>, done: string, failed: string): Promise<boolean> =>
    run(async () => {
      setPath((await request()).path)
      notify.success(done)
    }, failed)

  const renew = () => change(() => call(renewTicketFeed), m.renewed, m.notRenewed)
  const end = () => change(() => call(endTicketFeed), m.ended, m.notEnded)

  return { path, problem, busy, load, renew, end }
}
