import path from 'node:path'
import { type Plugin, parseAst } from 'vite'
import { inert, settled, unused } from './unused-router.ts'

/** A part of a module, as the parser names and places it. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** A piece of a module's text, and what stands there instead. */
type Edit = [start: number, end: number, text: string]

const names = [
  ...Object.keys(inert),
  ...unused,
  ...Object.entries(settled).flatMap(([name, conditions]) => Object.keys(conditions).map((one) => `${name}: ${one}`)),
]

/**
 * React Router as the built pages need it: without its warnings for developers, and without what the product never asks
 * of it (`unused-router.ts`). A release that names these parts otherwise fails the build.
 */
export function slimRouter(root: string): Plugin {
  const folder = path.join(root, 'node_modules', 'react-router', 'dist', 'production')
  const found = new Set<string>()
  return {
    name: 'slim-router',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: (id) => {
      if (id === 'react-router') return path.join(folder, 'index.mjs')
      return id === 'react-router/dom' ? path.join(folder, 'dom-export.mjs') : null
    },
    transform(code, id) {
      if (!id.startsWith(folder)) return null
      return { code: withoutInert(code, (name) => found.add(name)), map: null }
    },
    generateBundle() {
      const missing = names.filter((name) => !found.has(name))
      if (missing.length > 0) throw new Error(`React Router has no ${missing.join(', ')}.`)
    },
  }
}

/** Takes away what never runs here; `onFound` is called with the name of each part. */
export function withoutInert(code: string, onFound: (name: string) => void = () => {}): string {
  const edits: Edit[] = []
  const edit = (name: string, ...change: Edit) => {
    edits.push(change)
    onFound(name)
  }

  function look(node: Node, inside: string | null) {
    const name = nameOf(node)
    const instead = node.type === 'FunctionDeclaration' && name ? inert[name] : undefined
    if (name && instead) {
      const body = node.body as Node
      edit(name, body.start, body.end, `{ ${instead(parametersOf(node), reactIn(code.slice(body.start, body.end)))} }`)
      return
    }
    const init = node.init as Node | null | undefined
    if (name && init && unused.includes(name)) {
      edit(name, init.start, init.end, '{}')
      return
    }
    const within = node.type === 'FunctionDeclaration' ? name : inside
    const test = node.test as Node | undefined
    const condition = test && code.slice(test.start, test.end)
    const comes = within && condition ? settled[within]?.[condition] : undefined
    if (test && comes !== undefined) edit(`${within}: ${condition}`, test.start, test.end, String(comes))
    for (const part of partsOf(node)) look(part, within)
  }

  for (const statement of parseAst(code).body) look(statement as unknown as Node, null)
  let [slim, done] = ['', 0]
  for (const [start, end, text] of edits.sort(([one], [other]) => one - other)) {
    slim += code.slice(done, start) + text
    done = end
  }
  return slim + code.slice(done)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const partsOf = (node: Node) => Object.values(node).flat().filter(isNode)

const nameOf = ({ id }: Node) => (isNode(id) && typeof id.name === 'string' ? id.name : null)

const parametersOf = ({ params }: Node) => (params as { name?: string }[]).map(({ name = '' }) => name)

/** The name under which a module knows React. */
const reactIn = (code: string) => /\b(React\d*)\.use\w+\(/.exec(code)?.[1] ?? 'React'
