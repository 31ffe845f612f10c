import { type Covered, coverOf, coverSize } from '#contract/events/cover.ts'
import { classes } from './classes.ts'

interface CoverProps {
  of: Covered
  className?: string | undefined
}

/** The cover of an event without a picture. Decorative: show the name beside it. */
export function Cover({ of, className }: CoverProps) {
  const { tone, parts, sign } = coverOf(of)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${coverSize.width} ${coverSize.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={classes(`cover cover-${tone}`, className)}
    >
      <rect width="100%" height="100%" fill="var(--ground)" />
      {parts.map(([paint, path]) => (
        <path key={path} fill={`var(--${paint})`} d={path} />
      ))}
      <text x={sign.x} y={sign.y} dy=".35em" fontSize={sign.size}>
        {sign.text}
      </text>
    </svg>
  )
}
