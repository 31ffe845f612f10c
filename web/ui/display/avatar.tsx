import { useState } from 'react'
import { pictureSources } from '#contract/pictures.ts'
import { classes } from './classes.ts'

/** Its usual width, so that the browser loads a small file instead of the largest. */
const sizes = '6rem'

/** A person's picture, or else the first letter of their name, or '?'. Decorative: show the name beside it. */
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
        srcSet={pictureSources(picture)}
        sizes={sizes}
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
