import { ArrowLeft } from 'lucide'
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as common from '#messages/common.json'
import { useHydrated } from '#web/lib/hydrated.ts'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/loading.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'overlay' | 'line'

interface Look {
  /** primary: the main action. secondary: an action beside it. quiet: one of several. danger: cannot be undone.
   *  overlay: on a picture or a coloured surface. line: in LINE's own colours. */
  variant?: ButtonVariant
  /** The button fills the width of its container. */
  wide?: boolean
}

const looks: Record<ButtonVariant | 'unavailable', string> = {
  primary: 'gradient shadow-card usable:hover:brightness-110',
  secondary: 'border border-line bg-card text-accent-ink usable:hover:border-accent usable:hover:bg-accent-soft',
  quiet: 'text-accent-ink usable:hover:bg-accent-soft',
  danger: 'bg-danger-fill text-white usable:hover:brightness-110',
  overlay: 'bg-white text-shade usable:hover:bg-white/85 focus-visible:outline-white',
  line: 'bg-line-green text-white usable:hover:brightness-90 usable:active:brightness-75',
  unavailable: 'cursor-not-allowed border border-line bg-sunken text-ink-soft',
}

function look({ variant = 'primary', wide = false }: { variant?: keyof typeof looks; wide?: boolean }): string {
  return classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-medium text-balance transition [&>svg]:shrink-0',
    // No lower opacity while busy, because the focus ring would become faint too.
    'disabled:opacity-60 aria-disabled:saturate-50',
    // Forced colours take the grounds that say where a button ends.
    'forced-colors:border',
    looks[variant],
    wide && 'w-full',
  )
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** The text while the action runs ('Creating...'), when presses do nothing. `false` if the button can be busy but
   *  is not. */
  busy?: string | false | undefined
  /** Disables the button but leaves it focusable: point `aria-describedby` to the reason. */
  unavailable?: boolean
}

export function Button({
  variant,
  wide,
  busy,
  unavailable = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function handleClick(press: MouseEvent<HTMLButtonElement>) {
    if (busy || unavailable) press.preventDefault()
    else onClick?.(press)
  }

  return (
    <>
      <button
        {...rest}
        type={type}
        onClick={handleClick}
        // `disabled` would lose the keyboard focus.
        aria-disabled={busy || unavailable ? true : undefined}
        className={classes(
          look({ variant: unavailable && !busy ? 'unavailable' : (variant ?? 'primary'), wide: wide ?? false }),
          className,
        )}
      >
        {busy ? <Spinner /> : null}
        {busy || children}
      </button>
      {busy === undefined ? null : <BusyStatus text={busy} />}
    </>
  )
}

/** Not at once: a form is busy for a moment while its fields are checked, although nothing is sent then. */
function BusyStatus({ text }: { text: string | false }) {
  const [announced, setAnnounced] = useState<string | false>(false)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), text ? 200 : 0)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span aria-live="polite" className="sr-only">
      {announced}
    </span>
  )
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes(look({ ...(variant && { variant }), ...(wide && { wide }) }), className)} />
}

/** Disabled until hydration: before that the form would reload the page. */
export function SubmitButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated()
  return <Button {...rest} type="submit" disabled={disabled || !hydrated} />
}

/** Goes one step back, even after a reload; to `fallback` if there is no step back within this site. */
export function BackButton({ fallback, className = 'icon-button' }: { fallback: string; className?: string }) {
  const navigate = useNavigate()
  const handleClick = () => (hasStepBack() ? navigate(-1) : navigate(fallback, { replace: true }))
  return (
    <button type="button" className={classes(className, 'print:hidden')} aria-label={common.back} onClick={handleClick}>
      <Icon icon={ArrowLeft} className="size-6" />
    </button>
  )
}

/** Whether the previous history entry of this tab is a page of this site. */
function hasStepBack(): boolean {
  // The Navigation API lists only the neighbouring entries of this site.
  const navigation: Navigation | undefined = window.navigation
  if (navigation) return navigation.canGoBack
  // Browsers older than 2026 lack it. The router's own count restarts with each full page load.
  return ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
