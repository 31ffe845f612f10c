import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** As lucide-react keeps an icon: its name, and the shapes with their attributes. */
interface IconData {
  name: string
  node: [shape: string, attributes: Record<string, string>][]
}

interface Sprite {
  address: string
  content: string
  /** The icon of each name by which sources import it. */
  names: Map<string, string>
}

const imported = /import \{([^}]+)\} from 'lucide-react'/g
const exported = /export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g
const icons = 'virtual:icons'
/** What lucide-react does to the shapes of one icon, which all places share here. */
const shaping = /\b(absoluteStrokeWidth|nonScalingStroke)\b/

/**
 * Draws the icons of the built pages by one file, which every page shares and a browser keeps: an icon's code is its
 * name, and its part of the document two elements. In development the icons are lucide-react's own.
 */
export function iconSprite(root: string): Plugin {
  let made: Promise<Sprite> | undefined
  const sprite = () => {
    made ??= spriteOf(root)
    return made
  }
  const isSource = (id: string) => id.startsWith(path.join(root, 'web') + path.sep)
  return {
    name: 'icon-sprite',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === icons ? `\0${icons}` : null),
    async load(id) {
      if (id !== `\0${icons}`) return null
      const { address } = await sprite()
      const drawn = path.join(import.meta.dirname, 'drawn-icon.ts')
      return `import { iconsOf } from '${drawn}'\nexport const icon = /* @__PURE__ */ iconsOf('${address}')`
    },
    async transform(code, id) {
      const [shaped] = (isSource(id) && shaping.exec(code)) || []
      if (shaped) throw new Error(`The sprite draws no icon with ${shaped}, for which ${id} asks.`)
      if (!code.includes("from 'lucide-react'")) return null
      const { names } = await sprite()
      const drawn = code.replace(imported, (_, list: string) => {
        const constants = valuesIn(list).map(([name, local]) => {
          const icon = names.get(name)
          if (!icon) throw new Error(`The sprite has no icon ${name}.`)
          return `const ${local} = /* @__PURE__ */ drawnIcon('${icon}')`
        })
        return [`import { icon as drawnIcon } from '${icons}'`, ...constants].join(';')
      })
      return { code: drawn, map: null }
    },
    async generateBundle() {
      // The server's own files are not for browsers.
      if (this.environment.name !== 'client') return
      const { address, content } = await sprite()
      this.emitFile({ type: 'asset', fileName: address.slice(1), source: content })
    },
  }
}

/** The sprite of all icons that the sources of `web/` import: both builds come to the same one. */
export async function spriteOf(root: string): Promise<Sprite> {
  const library = path.join(root, 'node_modules', 'lucide-react', 'dist', 'esm')
  const files = filesOf(readFileSync(path.join(library, 'lucide-react.mjs'), 'utf8'))
  const names = new Map<string, string>()
  const drawings = new Map<string, string>()
  for (const name of importedIn(path.join(root, 'web'))) {
    const file = files.get(name)
    if (!file) throw new Error(`lucide-react has no icon ${name}.`)
    const { __iconData: icon } = await import(pathToFileURL(path.join(library, file)).href)
    names.set(name, icon.name)
    drawings.set(icon.name, drawingOf(icon))
  }
  const content = `<svg xmlns="http://www.w3.org/2000/svg"><defs>${[...drawings.values()].sort().join('')}</defs></svg>`
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  return { address: `/assets/icons-${hash}.svg`, content, names }
}

/** Colours, widths and sizes come from where an icon stands. */
function drawingOf({ name, node }: IconData): string {
  const shapes = node.map(([shape, { key: _, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${shape}${written.join('')}/>`
  })
  return `<g id="${name}">${shapes.join('')}</g>`
}

/** The names of all icons that the sources in a folder import. */
function importedIn(folder: string): Set<string> {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const texts = sources.map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const lists = texts.flatMap((text) => [...text.matchAll(imported)].map(([, names = '']) => names))
  return new Set(lists.flatMap((names) => valuesIn(names).map(([name]) => name)))
}

/** The module of each icon, by all of its names. */
function filesOf(index: string): Map<string, string> {
  return new Map(
    [...index.matchAll(exported)].flatMap(([, names = '', file = '']) =>
      namesIn(names).map((name) => [name.replace('default as ', ''), file] as const),
    ),
  )
}

/** What is imported under which name, without types. */
const valuesIn = (list: string) =>
  namesIn(list)
    .filter((name) => !name.startsWith('type '))
    .map((name) => {
      const [imported = '', local = imported] = name.split(' as ')
      return [imported, local] as const
    })

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
