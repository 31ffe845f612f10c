import type { Screen } from './screen.ts'
import type { Shot } from './shoot.ts'

export interface Taken {
  screen: Screen
  shots: Shot[]
  /** The error; '' without one. */
  trouble: string
}

/** The contact sheet: a row for each screen, with its pictures side by side, each linked to its file. */
export function sheetOf(taken: Taken[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screens</title>
<style>
body { margin: 0; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; background: #888; color: #000 }
section { margin-bottom: 2rem }
h2 { margin: 0 0 .5rem; font-size: 1rem }
div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto }
img { display: block; height: 30rem; object-fit: cover; object-position: top }
</style>
<h1>${taken.length} screens</h1>
${taken.map(rowOf).join('\n')}
</html>
`
}

function rowOf({ screen: { name, path }, shots, trouble }: Taken): string {
  const pictures = shots.map(
    ({ file, width, scheme }) =>
      `<a href="${file}"><img loading="lazy" src="${file}" alt="${name} at ${width} pixels, ${scheme}"></a>`,
  )
  const message = trouble ? `<p>${escaped(trouble)}</p>` : ''
  return `<section><h2>${escaped(name)} <small>${escaped(path)}</small></h2>${message}<div>${pictures.join('')}</div></section>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
