import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { Mail } from './outbox.ts'

/** What a mail says, as plain text; the layout escapes it and gives it the product's name. */
export interface Letter {
  to: string
  subject: string
  /** One paragraph each. */
  paragraphs: string[]
  /** A small table below them. What has a `url` leads there. */
  facts?: Fact[]
  /** Below that: one of the attachments. `size` is its width and height in CSS pixels. */
  picture?: { cid: string; alt: string; size: number }
  /** A button; its address stands below it in full. */
  action?: { label: string; url: string }
  /** In small letters at the end: why the mail came, or what to do if one did not ask for it. */
  note?: string
  attachments?: Mail['attachments']
}

export interface Fact {
  label: string
  value: string
  url?: string
}

/** Dresses a letter: a text part and an HTML part that say the same. The subject is one line, whatever was typed into it. */
export function composeMail(settings: Settings, letter: Letter): Mail {
  const mail = {
    to: letter.to,
    subject: oneLine(letter.subject),
    text: textPart(settings, letter),
    html: htmlPart(settings, letter),
  }
  return letter.attachments ? { ...mail, attachments: letter.attachments } : mail
}

/** A text without line breaks, however it was typed; at most 150 letters. */
export function oneLine(text: string): string {
  return [...text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, 150).join('')
}

function textPart(settings: Settings, { paragraphs, facts = [], action, note }: Letter): string {
  const parts = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(textFact).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [note] : []),
    `-- \n${settings.BRAND_NAME}\n${publicUrl(settings, '/')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function textFact({ label, value, url }: Fact): string {
  return url === undefined || url === value ? `${label}: ${value}` : `${label}: ${value} (${url})`
}

const font = "font-family:Anuphan,'Noto Sans Thai',system-ui,-apple-system,'Segoe UI',sans-serif"
/** Blue to purple, as visitors see the product; the flat colour is for mail programs that know no gradients. */
const brandColours = 'background-color:#4a48dd;background-image:linear-gradient(120deg,#1c66e3,#7a22c9)'

/** Tables and inline styles only: mail programs know little else. Nothing is loaded from anywhere. */
function htmlPart(settings: Settings, letter: Letter): string {
  const { subject, paragraphs, facts = [], picture, action, note } = letter
  const brand = escapeHtml(settings.BRAND_NAME)
  const home = escapeHtml(publicUrl(settings, '/'))
  const body = [
    ...paragraphs.map((words) => paragraph('0 0 16px;font-size:16px;line-height:1.6', words)),
    ...(facts.length > 0 ? [table(facts)] : []),
    ...(picture ? [image(picture)] : []),
    ...(action ? [button(action)] : []),
    ...(note ? [paragraph('24px 0 0;font-size:13px;line-height:1.6;color:#5b5b70', note)] : []),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin:0;background-color:#f4f4fc;color:#1d1d2b;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background-color:#ffffff;border-radius:16px;overflow:hidden">
<tr><td style="padding:20px 28px;${brandColours}"><a href="${home}" style="color:#ffffff;font-size:20px;font-weight:700;text-decoration:none">${mark}&nbsp; ${brand}</a></td></tr>
<tr><td style="padding:28px">
${body.join('\n')}
</td></tr>
</table>
<p style="margin:16px 0 0;font-size:12px;color:#5b5b70"><a href="${home}" style="color:#5b5b70">${brand}</a></p>
</td></tr></table>
</body>
</html>
`
}

/** The mark in letters, three circles that gather: many mail programs show neither SVG nor pictures. */
const mark = '<span aria-hidden="true" style="letter-spacing:-6px">&#9679;&#9679;&#9679;&nbsp;</span>'

function paragraph(style: string, words: string): string {
  return `<p style="margin:${style}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
}

function table(facts: Fact[]): string {
  const rows = facts.map(({ label, value, url }) => {
    const words = escapeHtml(value)
    const shown = url === undefined ? words : `<a href="${escapeHtml(url)}" style="color:#4a48dd">${words}</a>`
    return `<tr><td style="padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;color:#5b5b70">${escapeHtml(label)}</td><td style="padding:4px 0;word-break:break-word">${shown}</td></tr>`
  })
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:1.6">${rows.join('')}</table>`
}

function image({ cid, alt, size }: NonNullable<Letter['picture']>): string {
  return `<p style="margin:24px 0;text-align:center"><img src="cid:${escapeHtml(cid)}" width="${size}" height="${size}" alt="${escapeHtml(alt)}" style="border:1px solid #d9d9ec;border-radius:12px"></p>`
}

function button({ label, url }: NonNullable<Letter['action']>): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 28px;border-radius:12px;${brandColours};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.6;color:#5b5b70;word-break:break-all"><a href="${address}" style="color:#5b5b70">${address}</a></p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
