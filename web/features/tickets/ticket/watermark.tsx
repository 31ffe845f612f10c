import { useSite } from '#web/lib/page/site.ts'
import { Mark } from '#web/ui/display/mark.tsx'

/** The brand, faint behind what the ticket says. */
export function Watermark() {
  const { brand } = useSite()
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden opacity-8 print:[print-color-adjust:exact]"
    >
      <Mark className="absolute -right-12 -bottom-20 size-72" />
      <svg viewBox="0 0 400 60" aria-hidden className="absolute bottom-2 left-0 w-full -rotate-6">
        <text x="24" y="48" fontSize="48" fontWeight="600" letterSpacing="4" fill="var(--accent)">
          {brand}
        </text>
      </svg>
    </div>
  )
}
