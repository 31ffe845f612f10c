import type { Attachment } from 'postal-mime'
import { escapeHtml } from '#server/lib/mail/mail-layout.ts'
import type { KeptMail } from './kept-mails.ts'

/** Pages for the operator: plain HTML without a script. */
export function mailListPage(brand: string, mails: KeptMail[]): string {
  const rows = mails.map(
    ({ name, mail }) =>
      `<tr><td>${when(mail.date)}</td><td>${escapeHtml(to(mail))}</td><td><a href="/operator/mails/${escapeHtml(name)}">${escapeHtml(mail.subject ?? '')}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  return page(`Mails of ${brand}`, [
    '<p>No mail server is set (<code>SMTP_URL</code>), so mails are kept here instead of being sent. This page is shown on this machine only.</p>',
    mails.length === 0 ? '<p>No mails yet.</p>' : table,
  ])
}

export function mailPage({ mail }: KeptMail): string {
  const attachments = mail.attachments.map(download).join(', ')
  return page(mail.subject ?? '', [
    '<p><a href="/operator/mails">All mails</a></p>',
    `<p>To ${escapeHtml(to(mail))}, ${when(mail.date)} UTC</p>`,
    attachments === '' ? '' : `<p>Attached: ${attachments}</p>`,
    `<pre>${withLinks(mail.text ?? '')}</pre>`,
    `<iframe sandbox title="As mail programs show it" srcdoc="${escapeHtml(withPictures(mail))}"></iframe>`,
  ])
}

function to({ to: recipients = [] }: KeptMail['mail']): string {
  return recipients.map(({ address }) => address ?? '').join(', ')
}

function when(date: string | undefined): string {
  return date ? escapeHtml(new Date(date).toISOString().slice(0, 19).replace('T', ' ')) : ''
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function download(attachment: Attachment): string {
  const name = escapeHtml(attachment.filename ?? 'without a name')
  return `<a download="${name}" href="${dataUrl(attachment)}">${name}</a>`
}

/** The HTML part with the pictures that the mail brings along. */
function withPictures({ html = '', attachments }: KeptMail['mail']): string {
  return attachments.reduce((shown, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '')
    return id ? shown.replaceAll(`cid:${id}`, dataUrl(attachment)) : shown
  }, html)
}

function dataUrl({ mimeType, content }: Attachment): string {
  return `data:${escapeHtml(mimeType)};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`
}

const style = `body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;color:#1d1d2b}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ddd}
td{overflow-wrap:anywhere}td:first-child{min-width:6rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4fc;padding:1rem;border-radius:.5rem}
iframe{width:100%;height:40rem;border:1px solid #ddd;border-radius:.5rem}`

function page(title: string, parts: string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${parts.join('\n')}
</body></html>
`
}
