import { useState } from 'react'
import { classes } from './classes.ts'

/** A person's picture; without one the first letter of their name; without a name '?'. Decorative: name it beside. */
export function Avatar({
  picture,
  name,
  className = 'size-9',
}: {
  picture?: string
  name?: string
  className?: string
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (picture && picture !== broken) {
    return (
      <img
        src={picture}
        alt=""
        width={36}
        height={36}
        onError={() => setBroken(picture)}
        className={classes('rounded-full bg-sunken object-cover', className)}
      />
    )
  }
  const letter = [...(name ?? '')][0]?.toUpperCase() ?? '?'
  return (
    <span
      aria-hidden
      className={classes('gradient inline-grid place-items-center rounded-full font-medium', className)}
    >
      {letter}
    </span>
  )
}
