const voids = new Set(['br', 'hr', 'img'])
const plain =
  'p h3 h4 h5 h6 ul ol li blockquote pre code em strong s sup a section table thead tbody tr th td span br hr img'
const elements = new Set(plain.split(' '))

/** The values that each attribute may have. */
const attributes: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|tel:|#)/i,
  src: /^https:\/\//i,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  class: /^(task-list-item|align-(left|center|right)|footnotes|footnote-(ref|item|backref)|language-.*)$/s,
  id: /^fn(ref)?-(about|terms)-\d+(:\d+)?$/,
  start: /^\d+$/,
  tabindex: /^0$/,
  loading: /^lazy$/,
  role: /^img$/,
  'aria-label': /^(Table|Done|To do)$/,
  alt: /^/,
  title: /^/,
}

const piece = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>|[^<>]+/y
const attribute = / ([a-z-]+)="([^"]*)"/g

/** Checks the HTML of a Markdown text: every `<` and `>` belongs to an allowed element, every attribute has an allowed value, and
 *  elements are properly nested. Returns the first violation, or ''. */
export function problemIn(html: string): string {
  const open: string[] = []
  piece.lastIndex = 0
  for (let at = 0; at < html.length; at = piece.lastIndex) {
    const found = piece.exec(html)
    if (found === null) return `not the HTML of an element: ${html.slice(at, at + 80)}`
    const [, closing, name, given = ''] = found
    if (name === undefined) continue
    if (!elements.has(name)) return `an element of another kind: ${name}`
    for (const [, key = '', value = ''] of given.matchAll(attribute)) {
      if (!attributes[key]?.test(value)) return `an attribute that may not be: ${key}="${value}"`
    }
    if (closing) {
      if (open.pop() !== name) return `closed where it was not opened: ${name}`
    } else if (!voids.has(name)) open.push(name)
  }
  return open.length === 0 ? '' : `left open: ${open.join(', ')}`
}
