import { createElement, type ReactNode, type SVGProps } from 'react'

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height, in CSS pixels where the style sheet says nothing else. */
  size?: number | string
  children?: ReactNode
}

const forListeners = /^(aria-.*|role|title)$/

/** Makes icons that the sprite at `address` draws. They have the attributes that lucide-react gives to its own. */
export const iconsOf = (address: string) => (name: string) =>
  function Icon({ size = 24, color = 'currentColor', className = '', children, ...props }: IconProps) {
    const isSaid = children || Object.entries(props).some(([prop, value]) => value != null && forListeners.test(prop))
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: `lucide lucide-${name} ${className}`.trim(),
      'aria-hidden': !isSaid || undefined,
      ...props,
    } as const
    return createElement('svg', attributes, createElement('use', { href: `${address}#${name}` }), children)
  }
