import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { classes } from '#web/ui/display/classes.ts'
import { Spinner } from '#web/ui/display/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'overlay'

interface Look {
  /** primary: the main action. secondary: an action beside it. quiet: one of several. danger: an action that cannot
   *  be undone. overlay: on a picture or in colour. */
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
  unavailable: 'cursor-not-allowed border border-line bg-sunken text-ink-soft',
}

function look({ variant = 'primary', wide = false }: { variant?: keyof typeof looks; wide?: boolean }): string {
  return classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-medium transition [&>svg]:shrink-0',
    // A busy button keeps its opacity, because the focus ring would become faint too.
    'disabled:opacity-60 aria-disabled:saturate-50',
    looks[variant],
    wide && 'w-full',
  )
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** The words while it works ('Creating...'), for screen readers too; a press then does nothing, nor does Enter in
   *  its form. `false` where it can be busy and is not. */
  busy?: string | false | undefined
  /** The button does nothing now, but stays focusable: point `aria-describedby` to the reason. */
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
        // `disabled` would remove the keyboard's focus from it.
        aria-disabled={busy || unavailable ? true : undefined}
        className={classes(
          look({ variant: unavailable && !busy ? 'unavailable' : (variant ?? 'primary'), wide: wide ?? false }),
          className,
        )}
      >
        {busy ? <Spinner /> : null}
        {busy || children}
      </button>
      {busy === undefined ? null : (
        <span aria-live="polite" className="sr-only">
          {busy}
        </span>
      )}
    </>
  )
}

/** A link that looks like a button, for going somewhere and not for an action. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes(look({ ...(variant && { variant }), ...(wide && { wide }) }), className)} />
}
