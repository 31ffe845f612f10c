import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Information, InformationName } from '#contract/information.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import { RendererBusy } from '#server/lib/markdown/renderer.ts'
import { packageRoot } from '#server/lib/pages/page-build.ts'
import { factsOf, linksOf } from './facts.ts'
import { fillIn } from './fill-in.ts'

/** The program runs from its sources or bundled in `build/`; the texts stay where they are. */
const folder = join(packageRoot(), 'server', 'features', 'information', 'texts')

export type ReadInformation = (name: InformationName) => Promise<Information>

/** Reads the information pages of this installation. Each is rendered for its first reader and held in memory from then
 *  on, because neither texts nor settings change while the process runs. Throws `unavailable` if it cannot be rendered. */
export function openInformation(ctx: Context): ReadInformation {
  const pages = new Map<InformationName, Promise<Information>>()
  return (name) => {
    const known = pages.get(name)
    if (known) return known
    const made = make(ctx, name)
    pages.set(name, made)
    // After a failure the next reader's call tries again.
    made.catch(() => pages.delete(name))
    return made
  }
}

async function make(ctx: Context, name: InformationName): Promise<Information> {
  const [lead = '', ...others] = (await readFile(join(folder, `${name}.md`), 'utf8')).split('\n\n')
  const facts = factsOf(ctx.settings)
  const text = `${fillIn(others.join('\n\n'), facts)}\n\n${linksOf(ctx.settings)}\n`
  return { lead: fillIn(lead.replaceAll('\n', ' '), facts, (fact) => fact), html: await htmlOf(ctx, text, name) }
}

async function htmlOf(ctx: Context, text: string, name: InformationName): Promise<string> {
  try {
    const { html } = await ctx.markdown.render(text, name, 'us')
    if (html !== null) return withContents(html)
  } catch (error) {
    if (!(error instanceof RendererBusy)) throw error
  }
  throw new AppError('unavailable')
}

/** From this many parts on, a page begins with links to them. */
const longPage = 7

/** The words of a heading are HTML already, and stand as they are. */
function withContents(html: string): string {
  const parts = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)]
  if (parts.length < longPage) return html
  const links = parts.map(([, id, words]) => `<li><a href="#${id}">${words}</a></li>`)
  return `<nav aria-label="On this page">\n<ul>\n${links.join('\n')}\n</ul>\n</nav>\n${html}`
}
