import { readFile } from 'node:fs/promises'

/** A module hook for Playwright: messages are imported by their names, which Node does not know of JSON. */
export async function load(url, context, nextLoad) {
  if (!/\/messages\/\w+\/[\w-]+\.json$/.test(url)) return nextLoad(url, context)
  const messages = Object.entries(JSON.parse(await readFile(new URL(url), 'utf8')))
  const source = messages.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)}`)
  return { format: 'module', source: source.join('\n'), shortCircuit: true }
}
