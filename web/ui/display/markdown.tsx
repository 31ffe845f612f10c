import { classes } from './classes.ts'

/** What an organizer wrote in Markdown, as the API answers it beside the text: HTML that the server made and that holds no
 *  script, no raw HTML and no link to a path of our own. The one place that trusts it; never give it anything else. */
export function Markdown({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classes('markdown', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown, and escaped what was typed.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
