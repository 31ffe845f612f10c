/** The logo: three circles that gather into one. Decorative: show the name beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <circle cx="16" cy="11" r="8" fill="var(--mark-start)" fillOpacity="0.85" />
      <circle cx="11" cy="20" r="8" fill="var(--mark-end)" fillOpacity="0.75" />
      <circle cx="21" cy="20" r="8" fill="var(--accent)" fillOpacity="0.7" />
      <circle cx="16" cy="17" r="3.2" fill="#fff" />
    </svg>
  )
}
