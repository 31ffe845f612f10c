import { Check, type IconNode } from 'lucide'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/lib/icon.tsx'

interface MenuProps {
  /** The button's name for screen readers: 'Account menu'. */
  label: string
  /** The button's content. */
  trigger: ReactNode
  triggerClassName?: string
  /** MenuLink and MenuButton. */
  children: ReactNode
}

/** A button that opens a list of actions, as a popover: the browser closes it on Escape and on a press elsewhere. */
export function Menu({ label, trigger, triggerClassName = 'icon-button', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const stopFollowing = useRef<() => void>(undefined)

  const handleToggle = useCallback(() => {
    const isOpen = list.current?.matches(':popover-open') === true
    setOpen(isOpen)
    stopFollowing.current?.()
    if (!isOpen || !list.current || !button.current) return
    stopFollowing.current = follow(list.current, button.current)
    items(list.current)[0]?.focus()
  }, [])

  // The browser may have opened the list before hydration.
  useEffect(handleToggle, [handleToggle])

  function handleKeyDown(press: KeyboardEvent<HTMLDivElement>) {
    if (press.key === 'Tab') list.current?.hidePopover()
    const all = items(press.currentTarget)
    const now = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[press.key]
    if (next === undefined) return
    press.preventDefault()
    all.at(next % all.length)?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        className={triggerClassName}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={handleToggle}
        onKeyDown={handleKeyDown}
        onClick={() => list.current?.hidePopover()}
        // The position without JavaScript and before the script sets it, in browsers that support anchors. As in the
        // script, the list opens upwards if there is no space below, so that it never moves under a finger.
        className="fixed inset-auto top-[calc(anchor(bottom)+0.5rem)] right-[anchor(right)] [position-anchor:auto] [position-try-fallbacks:flip-block] m-0 max-h-[calc(100dvh-1rem)] min-w-[min(12rem,100vw-1rem)] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-card p-1.5 text-ink shadow-float"
      >
        {children}
      </div>
    </>
  )
}

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 py-2 text-left wrap-anywhere hover:bg-accent-soft focus-visible:bg-accent-soft'

interface MenuLinkProps {
  to: string
  icon?: IconNode
  /** Opens a new tab, for links to other sites. */
  newTab?: boolean
  /** Loads from the server instead of the router, for files. */
  reloads?: boolean
  children: ReactNode
}

export function MenuLink({ to, icon, newTab = false, reloads = false, children }: MenuLinkProps) {
  const tab = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={itemClass} reloadDocument={reloads} {...tab}>
      {icon ? <Icon icon={icon} /> : null}
      {children}
    </Link>
  )
}

interface MenuButtonProps {
  onClick: () => void
  icon?: IconNode
  /** Whether it is the chosen option, in a menu of options. */
  checked?: boolean
  children: ReactNode
}

export function MenuButton({ onClick, icon, checked, children }: MenuButtonProps) {
  const kind = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked }
  return (
    <button type="button" {...kind} tabIndex={-1} onClick={onClick} className={itemClass}>
      {icon ? <Icon icon={icon} /> : null}
      {children}
      {checked ? <Icon icon={Check} className="ml-auto text-accent-ink" /> : null}
    </button>
  )
}

const items = (list: Element) => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

/** Moves the list along with its button while the page scrolls or resizes, and closes it once the button is off
 *  screen or under the top bar. Returns a function that stops it. */
function follow(list: HTMLElement, button: HTMLElement): () => void {
  let frame = 0
  let last = ''
  const update = () => {
    // The user has left the page.
    if (!list.matches(':popover-open')) return
    const { top, bottom, right } = button.getBoundingClientRect()
    if (bottom < topFor(button) || top > window.innerHeight) return list.hidePopover()
    const now = `${top} ${right} ${window.innerHeight}`
    if (now !== last) place(list, button)
    last = now
    frame = requestAnimationFrame(update)
  }
  update()
  return () => cancelAnimationFrame(frame)
}

/** The top edge of the area where this button is visible, in pixels: below a sticky top bar. */
function topFor(button: HTMLElement): number {
  const bar = document.querySelector('header')
  if (bar === null || bar.contains(button) || button.closest('dialog')) return 0
  return getComputedStyle(bar).position === 'fixed' ? bar.getBoundingClientRect().bottom : 0
}

/** Puts the list under the button, aligned with its right edge, or above it if there is no space below. */
function place(list: HTMLElement, button: HTMLElement) {
  const { top, bottom, right } = button.getBoundingClientRect()
  // The list must have its natural width before it is measured.
  list.style.right = 'auto'
  const { offsetWidth: width, offsetHeight: height } = list
  const below = bottom + 8
  list.style.top = `${below + height > window.innerHeight ? Math.max(8, top - height - 8) : below}px`
  list.style.left = `${Math.max(8, right - width)}px`
}
