import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { classes } from './classes.ts'

const schema = { ...defaultSchema, protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['https'] } }
const outward = { target: '_blank', rel: 'noopener noreferrer nofollow' }

/** Headings stand under those of the page; links leave it, and vouch for nothing. */
const components: Components = {
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  a: ({ node, ...rest }) => <a {...rest} {...(rest.href?.startsWith('#') ? {} : outward)} />,
  img: ({ node, alt, ...rest }) => (rest.src ? <img {...rest} alt={alt ?? ''} loading="lazy" /> : alt),
  // A box that cannot be ticked is a sign, not a control.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ node, ...rest }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must reach it to scroll.
    <section tabIndex={0} aria-label="Table">
      <table {...rest} />
    </section>
  ),
}

/** What an organizer wrote, as Markdown: never as HTML, without scripts and javascript: links. */
export function Markdown({ text, className }: { text: string; className?: string }) {
  return (
    <div className={classes('markdown', className)}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        urlTransform={elsewhere}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

/** Nothing leads to a path of our own: a text of somebody's must not log its readers out. Pictures come over https only. */
function elsewhere(url: string, attribute: string): string | undefined {
  const allowed = attribute === 'src' ? /^https:/i : /^(https?:|mailto:|tel:|#)/i
  return allowed.test(url) ? url : undefined
}
