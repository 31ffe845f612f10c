import { createRequire } from 'node:module'
import path from 'node:path'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconsOf } from './drawn-icon.ts'
import { iconSprite, spriteOf } from './icon-sprite.ts'

const root = path.join(import.meta.dirname, '..', '..')
const lucide: Record<string, ComponentType<object>> = createRequire(import.meta.url)('lucide-react')
const plugin = iconSprite(root) as unknown as Transforming

interface Transforming {
  transform: (code: string, id: string) => Promise<{ code: string } | null>
}

const transformed = (code: string) => plugin.transform(code, path.join(root, 'web', 'page.tsx'))

/** An icon's attributes and shapes, as markup. */
function partsOf(icon: ComponentType<object> | undefined, props = {}) {
  if (!icon) throw new Error('There is no such icon.')
  const [, attributes = '', shapes = ''] = /^<svg([^>]*)>(.*)<\/svg>$/.exec(
    renderToStaticMarkup(createElement(icon, props)),
  ) ?? ['']
  return { attributes, shapes: shapes.replaceAll(/><\/\w+>/g, '/>') }
}

test('the sprite has every icon that a page imports, as the library draws it', async () => {
  const { address, content, names } = await spriteOf(root)

  // On the host that the page came from, whichever that is.
  expect(address).toMatch(/^\/assets\/icons-[\w-]{8}\.svg$/)
  expect(names.size).toBeGreaterThan(90)
  for (const [imported, name] of names) {
    expect(content).toContain(`<g id="${name}">${partsOf(lucide[imported]).shapes}</g>`)
  }
})

test.each([
  {},
  { className: 'size-4', 'aria-hidden': true },
  { size: 12, strokeWidth: 1.5 },
  { size: 12, height: 16 },
  { color: 'red' },
  { 'aria-label': 'Like' },
  { 'aria-label': undefined },
  { children: 'Liked' },
])('an icon with %j has the attributes that the library gives it', (props) => {
  const drawn = partsOf(iconsOf('/icons.svg')('heart'), props)

  expect(drawn.attributes).toBe(partsOf(lucide.Heart, props).attributes)
  expect(drawn.shapes).toBe(`<use href="/icons.svg#heart"/>${'children' in props ? props.children : ''}`)
})

test('each icon is drawn under the name that the page gives it', async () => {
  const { code } = (await transformed("import { MenuIcon, type LucideIcon, X as Close } from 'lucide-react'")) ?? {
    code: '',
  }

  expect(code).toBe(
    "import { icon as drawnIcon } from 'virtual:icons';" +
      "const MenuIcon = /* @__PURE__ */ drawnIcon('menu');const Close = /* @__PURE__ */ drawnIcon('x')",
  )
})

test('an icon that is not in the sprite fails the build', async () => {
  await expect(transformed("import { NoSuchIcon } from 'lucide-react'")).rejects.toThrow(
    'The sprite has no icon NoSuchIcon.',
  )
})

test.each(['absoluteStrokeWidth', 'nonScalingStroke'])(
  'an icon with %s fails the build, because its shapes are those of all others',
  async (prop) => {
    const page = `import { Heart } from 'lucide-react'; export const Like = () => <Heart ${prop} />`

    await expect(transformed(page)).rejects.toThrow(`The sprite draws no icon with ${prop}, for which `)
  },
)

test.each(['LucideProvider', 'createLucideIcon', 'Icon'])(
  'what the library has beside its icons fails the build: %s',
  async (name) => {
    await expect(transformed(`import { ${name} } from 'lucide-react'`)).rejects.toThrow(
      `The sprite has no icon ${name}.`,
    )
  },
)

test('other code stays as it is', async () => {
  expect(await transformed("import { useState } from 'react'")).toBe(null)
})
