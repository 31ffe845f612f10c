import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const imported = /import \{([^}]+)\} from 'lucide-react'/g
const exported = /export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g

/**
 * Takes each icon from its own module, and not from the library's index. So the bundler knows which icons a page uses,
 * and does not read the 1,700 others.
 */
export function singleIcons(root: string): Plugin {
  const folder = path.join(root, 'node_modules', 'lucide-react', 'dist', 'esm')
  let files: Map<string, string> | undefined
  return {
    name: 'single-icons',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    transform(code) {
      if (!code.includes("from 'lucide-react'")) return null
      files ??= filesOf(readFileSync(path.join(folder, 'lucide-react.mjs'), 'utf8'))
      const known = files
      const direct = code.replace(imported, (_, names: string) =>
        namesIn(names)
          .filter((name) => !name.startsWith('type '))
          .map((name) => {
            const [icon = '', local = icon] = name.split(' as ')
            const file = known.get(icon)
            if (!file) throw new Error(`lucide-react has no icon ${icon}.`)
            return `import ${local} from '${path.join(folder, file)}'`
          })
          .join(';'),
      )
      return { code: direct, map: null }
    },
  }
}

/** The module of each icon, by all of its names. */
function filesOf(index: string): Map<string, string> {
  return new Map(
    [...index.matchAll(exported)].flatMap(([, names = '', file = '']) =>
      namesIn(names).map((name) => [name.replace('default as ', ''), file] as const),
    ),
  )
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
