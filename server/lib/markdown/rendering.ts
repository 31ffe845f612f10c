import MarkdownIt, { type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'

// Any change in what texts become must raise `renderingVersion` in renderer.ts. Raw HTML is shown as text. The parser drops
// blocks deeper than `maxNesting`, which no text accepted by the contract reaches, even with two levels per list.
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 100 }).use(footnotes)
markdown.disable('footnote_inline')
// All URLs are recognized; `leaveThePage` decides where links may lead.
markdown.validateLink = () => true
// `www.example.com` becomes a link, `node.js` does not. Nor does a bare `//`: the parser would read the rest of the text again
// for each one; `maxLength` limits that for the others.
markdown.linkify.set({ fuzzyLink: false, maxLength: 2_000 }).add('//', null).add('ftp:', null)
markdown.linkify.add('www.', {
  validate: (text: string, at: number) => webAddress.exec(text.slice(at, at + 2_000))?.[0].length ?? 0,
  normalize: (match: { url: string }) => {
    match.url = `http://${match.url}`
  },
})
const webAddress = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#][^\s<]*[^\s<?!.,:;*_~'")\]])?/i

// The plugin's own rule mistakes the end of an inner footnote for that of the outer one, and leaves unmatched closing tags.
markdown.core.ruler.before('footnote_tail', 'flatten', (state) => {
  let depth = 0
  state.tokens = state.tokens.filter(({ type }) => {
    if (type === 'footnote_reference_open') return ++depth === 1
    if (type === 'footnote_reference_close') return --depth === 0
    return true
  })
})

/** `us`: the product's own pages. Their headings keep their level and get IDs, and their links and images may lead to our own
 *  paths. */
export type Author = 'anybody' | 'us'

markdown.core.ruler.push('adapt', ({ tokens, Token, env }) => {
  if (isOurs(env)) {
    tokens.forEach(alignByClass)
    return nameHeadings(tokens)
  }
  for (const [place, token] of tokens.entries()) {
    lowerHeading(token)
    alignByClass(token)
    if (token.children === null) continue
    leaveThePage(token.children)
    const item = tokens[place - 2]
    if (item?.type === 'list_item_open') markTask(item, token.children, new Token('task', '', 0))
  }
})

/** Safe HTML of a Markdown text: no raw HTML or scripts; links open elsewhere with `nofollow`, images load over https only.
 *  `name` keeps the footnotes of several texts on a page apart. */
export function render(text: string, name: string, author: Author = 'anybody'): string {
  return markdown.render(text, { docId: name, author })
}

const isOurs = (env: object | undefined) => env !== undefined && 'author' in env && env.author === 'us'

/** A heading's `id`, its words in lower case: 'Your rights' is #your-rights. Thai vowels and tone marks are marks (M). */
function nameHeadings(tokens: Token[]): void {
  for (const [place, token] of tokens.entries()) {
    const words = tokens[place + 1]?.content ?? ''
    if (token.type === 'heading_open')
      token.attrSet(
        'id',
        words
          .toLowerCase()
          .match(/[\p{L}\p{M}\p{N}]+/gu)
          ?.join('-') ?? '',
      )
  }
}

const below: Record<string, string> = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' }

/** Lowers headings below those of the page. */
function lowerHeading(token: Token): void {
  if (token.type.startsWith('heading_')) token.tag = below[token.tag] ?? token.tag
}

/** The parser aligns table cells with inline styles, which the pages' policy forbids. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? '')) ?? []
  if (side !== undefined) token.attrs = [['class', `align-${side}`]]
}

/** Which URLs links may have. None may lead to our own paths: a text must not be able to log its viewers out. */
const elsewhere = /^(https?:\/\/|mailto:|tel:)/i
const outward = { target: '_blank', rel: 'noopener noreferrer nofollow' }

function leaveThePage(tokens: Token[]): void {
  let isShown = true
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = String(token.attrGet('href'))
      const leaves = elsewhere.test(address)
      isShown = leaves || address.startsWith('#')
      if (leaves) for (const [name, value] of Object.entries(outward)) token.attrSet(name, value)
    }
    if (token.type === 'link_open' || token.type === 'link_close') token.hidden = !isShown
  }
}

/** Turns `[ ]` and `[x]` at the start of a list item into a symbol. */
function markTask(item: Token, tokens: Token[], sign: Token): void {
  const first = tokens[0]
  if (first?.type !== 'text' || !/^\[[ x]\]\s/i.test(first.content)) return
  sign.meta = { isDone: first.content[1] !== ' ' }
  first.content = first.content.slice(3)
  tokens.unshift(sign)
  item.attrSet('class', 'task-list-item')
}

const { escapeHtml } = markdown.utils
const { rules } = markdown.renderer

// A box that cannot be ticked is a symbol, not a control.
rules.task = (tokens, place) =>
  tokens[place]?.meta?.isDone
    ? '<span role="img" aria-label="Done">☑</span>'
    : '<span role="img" aria-label="To do">☐</span>'

rules.image = (tokens, place, options, env, renderer) => {
  const image = tokens[place] as Token
  const alt = renderer.renderInlineAsText(image.children ?? [], options, env)
  const isOwnFile = isOurs(env) && /^\/[a-z]/.test(String(image.attrGet('src')))
  if (!isOwnFile && !/^https:\/\//i.test(String(image.attrGet('src')))) return escapeHtml(alt)
  image.attrSet('alt', alt)
  image.attrSet('loading', 'lazy')
  return renderer.renderToken(tokens, place, options)
}

// Wide tables scroll, so the keyboard must be able to reach them.
rules.table_open = () => '<section tabindex="0" aria-label="Table">\n<table>\n'
rules.table_close = () => '</table>\n</section>\n'

rules.footnote_block_open = () => '<hr>\n<ol class="footnotes">\n'
rules.footnote_block_close = () => '</ol>\n'
