import { memo } from 'react'
import * as m from '#messages/ui.json'
import { classes } from './classes.ts'

/** Shows Markdown as HTML rendered by the server, without scripts or raw HTML. Never pass HTML from elsewhere: only
 *  this and `Drawing` insert HTML from the API unescaped. Memoized, because React writes the HTML again at each render, which
 *  ends a selection in it. */
export const Markdown = memo(function Markdown({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={classes('markdown', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it from Markdown and escaped the text.
      dangerouslySetInnerHTML={{ __html: html.replace(/(aria-label=")([^"]+)/g, inPageLanguage) }}
    />
  )
})

/** The labels that the server gives: its HTML is the same for all languages. */
const labels: Record<string, string> = { Table: m.table, Done: m.taskDone, 'To do': m.taskToDo }
const inPageLanguage = (_: string, start: string, label: string) => start + (labels[label] ?? label)
