/** Calls that store something in the browser, with the source of the argument for its name. */
const calls = [
  /\b(?:read|write)Item\(\s*'(?:local|session)Storage',\s*([^,)]+)/g,
  /(?:\b(?:local|session)Storage|\bs)\.(?:get|set)Item\(\s*([^,)]+)/g,
  /\bopenDB(?:<[^(]*>)?\(\s*([^,)]+)/g,
  /\bcreateObjectStore\(\s*([^,)]+)/g,
  /\bcaches\.open\(\s*([^,)]+)/g,
  /\b(?:read|keep)Setting\(\s*([^,)]+)/g,
]
/** Those of web/lib/storage/saved-values.ts, whose names are common words elsewhere. */
const savedCalls = [/\b(?:saveValue|readSaved)(?:<[^(]*>)?\(\s*([\w.]+(?:\([^)]*\))?|['`][^'`]*['`])/g]

/** Other ways to use browser storage. Only `calls` may be used, so that nothing is missed. */
const otherWays =
  /indexedDB\.|(?:local|session)Storage\[|window\.(?:local|session)Storage\b|navigator\.storage|cookieStore/

/** The sorted names under which a source file stores something in the browser: for composed names, their constant beginning. Null
 *  if it stores nothing. Throws if a name cannot be determined. */
export function storedNames(source: string, sources: Record<string, string>): string[] | null {
  // The shared module, whose keys come from its callers.
  if (source.includes('export function readItem(')) return null
  if (otherWays.test(source))
    throw new Error('Store by readItem and writeItem, saved-values.ts or a cache, so that it is found.')
  const savesValues = /(?:from |import\()'[^']*\/saved-values\.ts'/.test(source)
  const code = source.replace(/^export (?:const|async function|function) \w+(?:<\w+>)?\(.*$/gm, '')
  const named = [...calls, ...(savesValues ? savedCalls : [])].flatMap((call) => [...code.matchAll(call)])
  if (named.length === 0) return null
  const names = named.flatMap(([, argument = '']) => namesOf(argument.trim(), source, sources))
  return [...new Set(names.map(firstWords).filter(Boolean))].sort()
}

/** The part before a slash: 'event-draft' of `event-draft/7/new`. */
const firstWords = (name: string) => name.replace(/\/.*$/, '').trim()

/** The names of an argument: a text, a variable, or a call of a function that composes a text. */
function namesOf(argument: string, source: string, sources: Record<string, string>): string[] {
  const text = /^['"`]([^'"`]*)['"`]?$/.exec(argument)
  if (text) return [resolved(text[1] ?? '', source, sources)]
  const [, name = ''] = /^(\w+)/.exec(argument) ?? []
  const listed = listOf(name, source)
  if (listed) return listed
  const definition = definitionOf(name, source) ?? definitionElsewhere(name, source, sources)
  if (definition !== null) return [resolved(definition, source, sources)]
  // A parameter: its callers count as calls too.
  if (new RegExp(`[(,{]\\s*${name}\\b[^)]*\\)?\\s*(?::[^=]+)?(?:=>|\\{)`).test(source)) return []
  throw new Error(`The name of ${argument} in the browser's storage cannot be determined.`)
}

/** The constant beginning of a template. */
function resolved(template: string, source: string, sources: Record<string, string>): string {
  const [, before = '', name, after = ''] = /^([^$]*)\$\{(\w+)\}?(.*)$/.exec(template) ?? []
  if (name === undefined) return template.replace(/\$\{.*$/, '')
  if (before !== '') return before
  const start = definitionOf(name, source) ?? definitionElsewhere(name, source, sources)
  return start === null ? '' : resolved(start + after, source, sources)
}

/** The text of `const name = ...`, also if a function makes it. */
function definitionOf(name: string, source: string): string | null {
  const text = new RegExp(`const ${name} = (?:\\([^)]*\\)(?:: \\w+)? => )?['\`]([^'\`]*)['\`]`).exec(source)?.[1]
  if (text !== undefined) return text
  const maker = new RegExp(`const ${name} = (\\w+)\\(`).exec(source)?.[1]
  return maker === undefined ? null : definitionOf(maker, source)
}

function definitionElsewhere(name: string, source: string, sources: Record<string, string>): string | null {
  if (!new RegExp(`import [^']*\\b${name}\\b[^']* from`).test(source)) return null
  for (const other of Object.values(sources)) {
    const found = other.includes(`export const ${name} =`) ? definitionOf(name, other) : null
    if (found !== null) return found
  }
  return null
}

/** The list that a loop variable iterates: `for (const key of keys)`, `keys.map((key) => ...)`, `for (const a of ['b'])`. */
function listOf(name: string, source: string): string[] | null {
  const loop =
    new RegExp(`const ${name} of (\\[[^\\]]*\\]|\\w+)`).exec(source) ??
    new RegExp(`(\\w+)\\.map\\(\\(${name}\\)`).exec(source)
  if (!loop) return null
  const list = loop[1]?.startsWith('[') ? loop[1] : new RegExp(`const ${loop[1]} = (\\[[^\\]]*\\])`).exec(source)?.[1]
  return list ? [...list.matchAll(/'([^']+)'/g)].map(([, one = '']) => one) : null
}
