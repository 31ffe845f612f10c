import { parseAst } from 'vite'

/** A node of the syntax tree, with its place in the source. */
interface Node {
  type: string
  start: number
  end: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from type to type.
  [part: string]: any
}

/** What a statement declares, and what it takes from elsewhere. */
interface Declaration {
  statement: Node
  name: string
  /** The value of a constant, without the types around it. */
  value: Node | null
  uses: Set<string>
}

/** The source of a contract's module in two parts: what needs schemas, and what does not, of which `plain` are the names. */
export interface Halves {
  plain: Set<string>
  schemas: string
  plainCode: string
}

/** Splits a module. `isPlain` says whether `name` of the module `from` needs no schemas. */
export function halvesOf(source: string, isPlain: (from: string, name: string) => boolean): Halves {
  const body = parseAst(source, { lang: 'ts' }).body as Node[]
  const imports = body.filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
  const declarations = body.map(declarationOf).filter((declaration) => declaration !== null)
  const schemas = new Set(
    imports.flatMap(({ source: from, specifiers }) =>
      specifiers
        .filter(({ imported }: Node) => !imported || !isPlain(from.value, imported.name))
        .map(({ local }: Node) => local.name),
    ),
  )
  // What uses something that needs schemas needs them too, wherever it stands.
  for (let before = -1; before < schemas.size; ) {
    before = schemas.size
    for (const { name, uses } of declarations) if ([...uses].some((used) => schemas.has(used))) schemas.add(name)
  }
  const plain = declarations.filter(({ name }) => !schemas.has(name))
  return {
    plain: new Set(plain.map(({ name }) => name)),
    plainCode: plainCode(source, imports, plain),
    schemas: schemasCode(source, declarations, plain),
  }
}

function plainCode(source: string, imports: Node[], plain: Declaration[]): string {
  const used = new Set(plain.flatMap(({ uses }) => [...uses]))
  const needed = imports.filter(({ specifiers }) => specifiers.some(({ local }: Node) => used.has(local.name)))
  const texts = plain.map(({ name, value, statement }) => {
    const text = value && isCall(value) ? `const ${name} = ${callText(value, source)}` : textOf(statement, source)
    return text.startsWith('export ') ? text : `export ${text}`
  })
  const from = ({ specifiers, source: module }: Node) => {
    const names = specifiers.filter(({ local }: Node) => used.has(local.name)).map((one: Node) => textOf(one, source))
    return `import { ${names.join(', ')} } from '${module.value}?plain'`
  }
  return [...needed.map(from), ...texts].join('\n')
}

function schemasCode(source: string, declarations: Declaration[], plain: Declaration[]): string {
  let [code, done] = ['', 0]
  for (const { statement, value, ...declaration } of declarations) {
    const isPlain = plain.some(({ name }) => name === declaration.name)
    if (!isPlain && !(value && runs.has(value.type))) continue
    const { start, end } = isPlain ? statement : (value as Node)
    // Where nothing else runs, what is not used of a module is left out, and a marked call counts as nothing.
    const instead = isPlain ? '' : `/* @__PURE__ */ (() => (${source.slice(start, end)}))()`
    code += source.slice(done, start) + instead
    done = end
  }
  if (plain.length === 0) return code + source.slice(done)
  const names = plain.map(({ name }) => name).join(', ')
  const exported = plain.filter(({ statement }) => statement.type === 'ExportNamedDeclaration')
  const again = `export { ${exported.map(({ name }) => name).join(', ')} } from '?plain'`
  return `import { ${names} } from '?plain'\n${code}${source.slice(done)}\n${again}`
}

const runs = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression', 'MemberExpression'])

function declarationOf(statement: Node): Declaration | null {
  const declaration: Node | null = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
    return { statement, name: declaration.id.name, value: null, uses: usesOf(declaration) }
  }
  const [constant, more] = declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
  if (constant?.id.type !== 'Identifier' || more) return null
  let value: Node | null = constant.init
  while (value && /^TS(Satisfies|As)Expression$/.test(value.type)) value = value.expression
  return { statement, name: constant.id.name, value, uses: value && isCall(value) ? new Set() : usesOf(value) }
}

/** The names that stand in a part of the source, but for those of types and of an object's parts. */
function usesOf(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const one of part) usesOf(one, found)
  const node = part as Node | null
  if (typeof node?.type !== 'string') return found
  if (node.type === 'Identifier') return found.add(node.name)
  if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return found
  const isNamed = (node.type === 'Property' || node.type === 'MemberExpression') && !node.computed
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') continue
    if (isNamed && (key === 'key' || key === 'property')) continue
    usesOf(value, found)
  }
  return found
}

const isCall = (value: Node) =>
  ['method', 'url', 'schema', 'config'].every((part) => propertyOf(value, part) !== undefined)

function propertyOf(object: Node, name: string): Node | undefined {
  if (object.type !== 'ObjectExpression') return undefined
  return object.properties.find(({ key }: Node) => key?.name === name)?.value
}

/** A call with nothing of its schemas but the statuses of its answers, which say whether they are empty. */
function callText(call: Node, source: string): string {
  const part = (name: string) => textOf(propertyOf(call, name) as Node, source)
  const response = propertyOf(propertyOf(call, 'schema') as Node, 'response') as Node
  const statuses = response.properties.map(({ key }: Node) => `${key.value}: 0`).join(', ')
  return `{ method: ${part('method')}, url: ${part('url')}, schema: { response: { ${statuses} } }, config: ${part('config')} }`
}

const textOf = ({ start, end }: Node, source: string) => source.slice(start, end)
