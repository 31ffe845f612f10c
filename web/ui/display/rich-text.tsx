import { Fragment, type ReactNode } from 'react'

interface RichTextProps {
  text: string
  /** How to show the text inside each tag: `{ terms: (words) => <Link to={paths.termsOfUse}>{words}</Link> }`. */
  tags: Record<string, (words: string) => ReactNode>
}

/** A message with parts that are links or stand out: 'By signing up you accept the <terms>Terms of Use</terms>.' Tags do not
 *  nest. */
export function RichText({ text, tags }: RichTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    const [whole, name = '', words = ''] = match
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{tags[name]?.(words)}</Fragment>)
    end = match.index + whole.length
  }
  return [...parts, text.slice(end)]
}
