import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Look {
  /** primary: the one thing to do here. secondary: beside it. quiet: among others. danger: what cannot be taken back. */
  variant?: ButtonVariant
  /** As wide as its place. */
  wide?: boolean
}

const looks: Record<ButtonVariant, string> = {
  primary: 'gradient shadow-card not-disabled:hover:brightness-110',
  secondary:
    'border border-line bg-card text-accent-ink not-disabled:hover:border-accent not-disabled:hover:bg-accent-soft',
  quiet: 'text-accent-ink not-disabled:hover:bg-accent-soft',
  danger: 'bg-danger text-white not-disabled:hover:brightness-110',
}

function look({ variant = 'primary', wide = false }: Look): string {
  return classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-medium transition',
    'disabled:opacity-60',
    looks[variant],
    wide && 'w-full',
  )
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** What it says while it works ('Creating...'); it then cannot be pressed again. */
  busy?: string | false | undefined
}

export function Button({ variant, wide, busy, className, children, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || Boolean(busy)}
      aria-busy={busy ? true : undefined}
      className={classes(look({ ...(variant && { variant }), ...(wide && { wide }) }), className)}
    >
      {busy ? <Spinner /> : null}
      {busy || children}
    </button>
  )
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function ButtonLink({ variant, wide, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes(look({ ...(variant && { variant }), ...(wide && { wide }) }), className)} />
}
