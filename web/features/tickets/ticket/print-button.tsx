import { Printer } from 'lucide-react'

export function PrintButton() {
  return (
    <button type="button" className="icon-button ml-auto" aria-label="Print" onClick={() => window.print()}>
      <Printer aria-hidden className="size-6" />
    </button>
  )
}
