import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { Fact, Letter } from './letter.ts'
import { htmlPart } from './mail-html.tsx'
import type { Mail } from './outbox.ts'

/** Dresses a letter: a text part and an HTML part that say the same. The subject is one line, whatever was typed into
 *  it. */
export function composeMail(settings: Settings, letter: Letter): Mail {
  const subject = oneLine(letter.subject)
  const mail = {
    to: letter.to,
    subject,
    text: textPart(settings, letter),
    html: htmlPart(settings, { ...letter, subject }),
  }
  return {
    ...mail,
    ...(letter.attachments && { attachments: letter.attachments }),
    ...(letter.stop && { stopAt: letter.stop.url }),
  }
}

/** A text without line breaks, however it was typed; at most 150 letters. */
export function oneLine(text: string): string {
  return [...text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, 150).join('')
}

function textPart(settings: Settings, { paragraphs, facts = [], action, note, stop }: Letter): string {
  const parts = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(textFact).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [note] : []),
    ...(stop ? [`${stop.label}:\n${stop.url}`] : []),
    `-- \n${settings.BRAND_NAME}\n${publicUrl(settings, '/')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function textFact({ label, value, url }: Fact): string {
  return url === undefined || url === value ? `${label}: ${value}` : `${label}: ${value} (${url})`
}
