import { classes } from './classes.ts'

/** Markdown as the HTML that the API returns: made by the server, without scripts or raw HTML, and, where an organizer wrote
 *  it, without links to paths of this site. Only this and `Drawing` trust what the API returns; never give it any other. */
export function Markdown({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classes('markdown', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and escaped the text.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
