import type { IconNode } from 'lucide'

/** An icon of https://lucide.dev, 1.25rem unless a class sets another size. Screen readers skip it: words say what it means. */
export function Icon({ icon, className = '' }: { icon: IconNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`icon ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a package's constants. Home has 190 icons; elements for their 500 shapes cost the server a tenth of its time.
      dangerouslySetInnerHTML={{ __html: shapesOf(icon) }}
    />
  )
}

function shapesOf(icon: IconNode): string {
  return icon.map(([tag, attributes]) => `<${tag} ${attributesOf(attributes)}/>`).join('')
}

function attributesOf(attributes: IconNode[number][1]): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}
