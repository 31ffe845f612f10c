import type { Settings } from '#server/lib/settings/settings.ts'
import { columnsLeftOut, tablesLeftOut } from './left-out.ts'
import { sections } from './sections.ts'

/** The text that stands beside the data and explains it. */
export function readme({ BRAND_NAME }: Settings): string {
  return [
    `This is everything that ${BRAND_NAME} keeps about you.`,
    '',
    'data.json holds, in this order:',
    '',
    ...sections.map(({ name, about }) => `- ${name}: ${about}`),
    '- mails_waiting: Mails to you that have not been sent yet.',
    '- pictures: The pictures that you have uploaded, by their addresses; their files are in the folder "pictures".',
    '',
    'Times are in UTC. A value that is not known is null or empty. The numbers of events (event_id) and of comments',
    '(comment_id, parent_id) are those of the site.',
    '',
    'What is kept and not in this file:',
    '',
    ...new Set([
      ...Object.values(columnsLeftOut).flatMap(Object.entries).map(lineOf),
      ...Object.values(tablesLeftOut).map((why) => `- ${why}`),
    ]),
    '- Mails that were sent to you: you have them.',
    '',
  ].join('\n')
}

function lineOf([column, why]: [string, string]): string {
  return `- ${column}: ${why}`
}
