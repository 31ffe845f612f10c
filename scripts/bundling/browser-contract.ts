import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { type Halves, halvesOf } from './contract-halves.ts'

/** A contract's module as browsers load it, and what of it needs no schemas. */
export const whole = /\/contract\/[^?]+\.ts$/
export const plainQuery = '?plain'

/**
 * The contract as browsers need it. Only the server checks a call by its schemas, so a browser gets each call without
 * them. Whatever needs no schemas becomes a module of its own; the rest, the schemas that forms check by, is marked as
 * free of side effects. So a page gets the schemas of its own forms, and a page without forms no zod.
 */
export function browserContract(root: string): Plugin {
  const analysed = new Map<string, Halves>()
  const halves = (file: string): Halves => {
    const known = analysed.get(file) ?? halvesOf(readFileSync(file, 'utf8'), (from, name) => isPlain(from, name, file))
    analysed.set(file, known)
    return known
  }
  const fileOf = (from: string, importer: string) => {
    if (from.startsWith('#contract/')) return path.join(root, from.slice(1))
    return from.startsWith('.') ? path.resolve(importer, '..', from) : null
  }
  const isPlain = (from: string, name: string, importer: string) => {
    const file = fileOf(from, importer)
    return file !== null && halves(file).plain.has(name)
  }
  return {
    name: 'browser-contract',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: (id, importer) => {
      if (!id.endsWith(plainQuery) || !importer) return null
      const file = id === plainQuery ? importer : fileOf(id.slice(0, -plainQuery.length), importer)
      return file && { id: file + plainQuery, moduleSideEffects: false }
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/ },
      handler: (code, importer) => ({
        code: withPlainImports(code, (from, name) => isPlain(from, name, importer)),
        map: null,
      }),
    },
    load(id) {
      const [file = '', query] = id.split('?')
      if (!whole.test(file) || !['plain', undefined].includes(query)) return null
      const { schemas, plainCode } = halves(file)
      return { code: query ? plainCode : schemas, moduleType: 'ts', moduleSideEffects: false }
    },
  }
}

/** Lets a module take from the other half of a contract's module what is in it: whoever needs no schemas imports none. */
export function withPlainImports(code: string, isPlain: (from: string, name: string) => boolean): string {
  return code.replace(/^import \{([^}]*)\} from '(#contract\/[^']+)'/gm, (_, list: string, from: string) => {
    const names = list.split(',').map((name) => name.trim())
    const used = names.filter((name) => name !== '' && !name.startsWith('type '))
    const [plain, rest] = [true, false].map((is) =>
      used.filter((name) => isPlain(from, name.split(' ')[0] ?? '') === is),
    )
    return [...take(plain, from + plainQuery), ...take(rest, from)].join(';')
  })
}

const take = (names: string[] = [], from: string) =>
  names.length > 0 ? [`import { ${names.join(', ')} } from '${from}'`] : []
