import { classes } from './classes.ts'

/** An organizer's Markdown as the HTML that the API returns beside the text: made by the server, without scripts,
 *  raw HTML, or links to paths of this site. This is the only component that trusts HTML; never give it any other. */
export function Markdown({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classes('markdown', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and escaped the text.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
