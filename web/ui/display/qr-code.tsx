import encodeQR from 'qr'
import { useMemo } from 'react'
import { classes } from './classes.ts'

interface QrCodeProps {
  text: string
  /** The description for screen readers. */
  label: string
  /** Width and height of the code without its quiet zone, in CSS pixels; smaller where there is no space for it. */
  size: number
  className?: string
}

/** In squares. Part of the picture, because forced colours take the white from everything around it. */
const quietZone = 4

export function QrCode({ text, label, size, className }: QrCodeProps) {
  const { squares, path } = useMemo(() => draw(text), [text])
  const width = (size * squares) / (squares - 2 * quietZone)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={width}
      viewBox={`0 0 ${squares} ${squares}`}
      shapeRendering="crispEdges"
      className={classes('h-auto max-w-full', className)}
    >
      <rect width={squares} height={squares} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string): { squares: number; path: string } {
  // Low error correction gives the largest squares: a screen may be small, but is not torn or smudged.
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: quietZone })
  const lines = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { squares: rows.length, path: lines.join('') }
}
