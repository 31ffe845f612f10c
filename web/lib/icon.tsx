import type { IconNode } from 'lucide'
import { createElement } from 'react'

/** An icon of https://lucide.dev, 1.25rem unless a class sets another size. Screen readers skip it, so a button that is only an
 *  icon needs a name. */
export function Icon({ icon, className = '' }: { icon: IconNode; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      {icon.map(([shape, attributes], place) => createElement(shape, { ...attributes, key: place }))}
    </svg>
  )
}
