import type { Attachment } from 'postal-mime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/mails-operator.json'
import * as th from '#languages/th/mails-operator.json'
import type { StoredMail } from './stored-mails.ts'

const texts = inLanguages(en, th)

/** Pages for the operator: plain HTML without a script. */
export function mailListPage(brand: string, mails: StoredMail[], language: Language): string {
  const m = texts[language]
  return page(
    language,
    fill(m.title, { brand }),
    <>
      <p>{m.noServer}</p>
      {mails.length === 0 ? <p>{m.none}</p> : <MailTable mails={mails} language={language} />}
    </>,
  )
}

export function mailPage({ mail }: StoredMail, language: Language): string {
  const m = texts[language]
  return page(
    language,
    mail.subject ?? '',
    <>
      <p>
        <a href={inLanguage('/operator/mails', language)}>{m.all}</a>
      </p>
      <p>{fill(m.toAt, { address: to(mail), time: when(mail.date) })}</p>
      {mail.attachments.length === 0 ? null : (
        <p>
          {m.attached}
          {mail.attachments.map((attachment, place) => (
            <Download
              key={dataUrl(attachment)}
              attachment={attachment}
              name={attachment.filename ?? m.withoutName}
              before={place === 0 ? ' ' : ', '}
            />
          ))}
        </p>
      )}
      <pre>{withLinks(mail.text ?? '')}</pre>
      <iframe sandbox="" title={m.asShown} srcDoc={withPictures(mail)} />
    </>,
  )
}

function MailTable({ mails, language }: { mails: StoredMail[]; language: Language }) {
  const m = texts[language]
  return (
    <table>
      <thead>
        <tr>
          <th>{m.time}</th>
          <th>{m.to}</th>
          <th>{m.subject}</th>
        </tr>
      </thead>
      <tbody>
        {mails.map(({ name, mail }) => (
          <tr key={name}>
            <td>{when(mail.date)}</td>
            <td>{to(mail)}</td>
            <td>
              <a href={inLanguage(`/operator/mails/${name}`, language)}>{mail.subject}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function to({ to: recipients = [] }: StoredMail['mail']): string {
  return recipients.map(({ address }) => address ?? '').join(', ')
}

function when(date: string | undefined): string {
  return date ? new Date(date).toISOString().slice(0, 19).replace('T', ' ') : ''
}

/** The text with its URLs as links: every second part of the split is a URL. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part}>
        {part}
      </a>
    ),
  )
}

function Download({ attachment, name, before }: { attachment: Attachment; name: string; before: string }) {
  return (
    <>
      {before}
      <a download={name} href={dataUrl(attachment)}>
        {name}
      </a>
    </>
  )
}

/** The HTML part with the mail's own images. */
function withPictures({ html = '', attachments }: StoredMail['mail']): string {
  return attachments.reduce((shown, attachment) => {
    const id = attachment.contentId?.replace(/^<|>$/g, '')
    return id ? shown.replaceAll(`cid:${id}`, dataUrl(attachment)) : shown
  }, html)
}

function dataUrl({ mimeType, content }: Attachment): string {
  return `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`
}

const style = `body{margin:2rem auto;max-width:60rem;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;color:#1d1d2b}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #ddd}
td{overflow-wrap:anywhere}td:first-child{min-width:6rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4fc;padding:1rem;border-radius:.5rem}
iframe{width:100%;height:40rem;border:1px solid #ddd;border-radius:.5rem}`

function page(language: Language, title: string, content: ReactNode): string {
  const html = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <h1>{title}</h1>
        {content}
      </body>
    </html>,
  )
  return `<!doctype html>\n${html}\n`
}
