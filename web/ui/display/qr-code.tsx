import encodeQR from 'qr'
import { useMemo } from 'react'

interface QrCodeProps {
  text: string
  /** The description for screen readers. */
  label: string
  /** Width and height in CSS pixels. */
  size: number
  className?: string
}

/** A QR code without its quiet zone: leave a white margin of four of its squares around it. */
export function QrCode({ text, label, size, className }: QrCodeProps) {
  const { squares, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${squares} ${squares}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={squares} height={squares} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string): { squares: number; path: string } {
  // Low error correction gives the largest squares: a screen may be small, but is not torn or smudged. The border is
  // cut off again.
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const lines = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
  return { squares: rows.length, path: lines.join('') }
}
