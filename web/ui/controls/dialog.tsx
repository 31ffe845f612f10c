import { X } from 'lucide'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import * as common from '#messages/common.json'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { enterDialog, offlineWords, useDialogNotice } from '#web/lib/notices/notice.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Message } from '#web/ui/display/message.tsx'
import { Button } from './button.tsx'

interface DialogProps {
  open: boolean
  title: string
  /** Called on Escape, on the close button, and on a press outside the dialog. */
  onClose: () => void
  children: ReactNode
  /** Buttons under the content. */
  actions?: ReactNode
  /** Whether one of `actions` closes it, so that it needs no close button. */
  hasCancel?: boolean
  /** The id of what screen readers say after the title. */
  describedBy?: string | undefined
  /** A drawer slides in from the left and fills the height of the screen. */
  variant?: 'dialog' | 'drawer'
}

const shapes = {
  dialog: 'w-[calc(100%-min(2rem,9vw))] max-w-lg animate-rise rounded-lg',
  drawer: 'my-0 mr-auto ml-0 border-y-0 border-l-0 h-dvh max-h-none w-80 max-w-[85vw] rounded-r-lg',
}

/** The browser's modal dialog: the focus stays inside and returns afterwards, and the page behind is inert. Long
 *  content scrolls. A part with `relative min-h-0 overflow-y-auto` scrolls between the title and the buttons. */
export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
  hasCancel = false,
  describedBy,
  variant = 'dialog',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  /** Selecting text may end outside the dialog, which must not close it. */
  const pressedOutside = useRef(false)

  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
    return open ? enterDialog() : undefined
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same for the keyboard.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      // Closing it by `open` fires the event too.
      onClose={() => {
        if (open) onClose()
      }}
      onPointerDown={(press) => {
        pressedOutside.current = press.target === ref.current
      }}
      onClick={(press) => {
        if (press.target === ref.current && pressedOutside.current) onClose()
      }}
      className={classes(
        'flex-col border border-line bg-card p-0 text-ink shadow-float backdrop:bg-behind open:flex',
        shapes[variant],
      )}
    >
      {open ? (
        <div className="relative flex min-h-0 flex-col gap-4 overflow-y-auto p-[min(1.5rem,7vw)] pb-[max(1.5rem,env(safe-area-inset-bottom))]">
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="min-w-0 pt-1.5 text-lg wrap-anywhere">
              {title}
            </h2>
            {hasCancel ? null : (
              <button type="button" className="icon-button -mt-1 -mr-2" aria-label={common.close} onClick={onClose}>
                <Icon icon={X} />
              </button>
            )}
          </div>
          {children}
          <DialogNotice />
          {actions ? <div className="flex flex-wrap justify-end gap-3">{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  )
}

/** Focuses the first field of a form in a dialog: now if the dialog is open, and otherwise when it opens. */
export function useFirstField() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.setAttribute('autofocus', '')
    field?.focus()
  }, [])
  return form
}

/** A notice shown while the dialog is open, always visible above its scrolling content. */
function DialogNotice() {
  const notice = useDialogNotice()
  const message = notice && (
    <Message key={notice.id} kind={notice.kind} announced={false}>
      <p>{notice.text}</p>
      {notice.isOffline ? <p>{offlineWords}</p> : null}
    </Message>
  )
  return (
    // Rendered from the start, because screen readers announce only changes; empty regions take no space.
    <div className={classes('sticky bottom-0 shrink-0', notice === null && '-mt-4')}>
      <div role="alert">{notice?.kind === 'failure' ? message : null}</div>
      <div role="status">{notice?.kind === 'success' ? message : null}</div>
    </div>
  )
}

export interface QuestionDialogProps {
  open: boolean
  /** The question: 'Unapply from this event?' */
  title: string
  children: ReactNode
  /** The action, as a verb: 'Unapply'. */
  confirmLabel: string
  /** Text of the button that only closes the dialog. */
  keepLabel?: string
  /** The text while the action runs: 'Unapplying...'; false while it does not run. */
  busy?: string | false
  /** Whether confirming deletes or gives up something. */
  danger?: boolean
  describedBy?: string
  onConfirm: () => void
  onClose: () => void
}

/** A question with buttons to confirm and to cancel. */
export function QuestionDialog({
  title,
  children,
  confirmLabel,
  keepLabel = m.keep,
  busy,
  danger = false,
  onConfirm,
  ...dialog
}: QuestionDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={title}
      hasCancel
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose} disabled={Boolean(busy)}>
            {keepLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** Asks before something is deleted or given up (`danger`), or sent. The content says what that means, and screen readers
 *  say it after the title. */
export function ConfirmDialog({ children, danger = true, ...question }: Omit<QuestionDialogProps, 'describedBy'>) {
  const id = useId()
  return (
    <QuestionDialog {...question} danger={danger} describedBy={id}>
      <div id={id} className="text-ink-soft wrap-anywhere [&>p+p]:mt-2">
        {children}
      </div>
    </QuestionDialog>
  )
}
