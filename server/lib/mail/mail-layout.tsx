import { type CSSProperties, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#contract/language/languages.ts'
import { fill, inLanguages } from '#contract/language/messages.ts'
import * as en from '#languages/en/mails.json'
import * as th from '#languages/th/mails.json'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { Mail } from './outbox.ts'

/** A mail's content as plain text; the layout adds style and the product's name. */
export interface Letter {
  to: string
  /** The recipient's: all texts and pages are in it. */
  language: Language
  /** The LINE account of somebody who gets it there instead. */
  line?: string
  sender?: string
  /** '' for none: replies then go to the site's address. */
  replyTo?: string
  subject: string
  /** One paragraph each. */
  paragraphs: string[]
  /** A longer text below the paragraphs, as Markdown and as safe HTML. */
  body?: { text: string; html: string }
  /** A small table below the paragraphs. Rows with a `url` are links. */
  facts?: Fact[]
  /** A picture below the table: one of the attachments. `size` is its width and height in CSS pixels. */
  picture?: { cid: string; alt: string; size: number }
  /** A button; its URL is repeated below it in full. */
  action?: { label: string; url: string }
  /** Small print: why the mail was sent, or what to do if you did not ask for it. */
  note?: string
  /** An unsubscribe link below the small print, also announced in the mail's headers. */
  stop?: { label: string; url: string }
  attachments?: Mail['attachments']
}

export interface Fact {
  label: string
  value: string
  url?: string
}

/** Renders a mail as a text part and an HTML part with the same content. The subject is a single line, whatever was typed. */
export function composeMail(settings: Settings, letter: Letter): Mail {
  const subject = oneLine(letter.subject)
  const mail = {
    to: letter.to,
    language: letter.language,
    subject,
    text: textPart(settings, letter),
    html: htmlPart(settings, { ...letter, subject }),
  }
  return {
    ...mail,
    ...(letter.attachments && { attachments: letter.attachments }),
    ...(letter.stop && { stopAt: letter.stop.url }),
    ...(letter.sender && { sender: letter.sender }),
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    ...(letter.line && { line: { to: letter.line, text: chatPart(letter) } }),
  }
}

/** A text without line breaks, at most 150 characters. */
export function oneLine(text: string): string {
  return [...text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, 150).join('')
}

function textPart(settings: Settings, { language, paragraphs, body, facts = [], action, note, stop }: Letter): string {
  const parts = [
    ...paragraphs,
    ...(body ? [body.text] : []),
    ...(facts.length > 0 ? [facts.map(textFact).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(note ? [note] : []),
    ...(stop ? [`${stop.label}\n${stop.url}`] : []),
    `-- \n${settings.BRAND_NAME}\n${pageUrl(settings, '/', language)}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** A message in a chat has no attachments, and nobody reads small print there. */
function chatPart({ subject, paragraphs, facts = [], action }: Letter): string {
  const parts = [
    oneLine(subject),
    ...paragraphs,
    facts.map(textFact).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}

function textFact({ label, value, url }: Fact): string {
  return url === undefined || url === value ? `${label}: ${value}` : `${label}: ${value} (${url})`
}

/** A mail as an HTML page. */
function htmlPart(settings: Settings, letter: Letter): string {
  const page = <MailPage brand={settings.BRAND_NAME} home={pageUrl(settings, '/', letter.language)} letter={letter} />
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}

const fontFamily = "Anuphan,'Noto Sans Thai',system-ui,-apple-system,'Segoe UI',sans-serif"
/** The product's gradient; the flat colour is for mail programs that know no gradients. */
const brandColours = { backgroundColor: '#4a48dd', backgroundImage: 'linear-gradient(120deg,#1c66e3,#7a22c9)' }
const ink = '#1d1d2b'
const softInk = '#5b5b70'
const plainTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0 }

/** Tables and inline styles only: mail programs support little else. Nothing is loaded from elsewhere. */
function MailPage({ brand, home, letter }: { brand: string; home: string; letter: Letter }) {
  const { language, subject, paragraphs, body, facts = [], picture, action, note, stop } = letter
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, backgroundColor: '#f4f4fc', color: ink, fontFamily }}>
        <table {...plainTable} width="100%">
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px' }}>
                <table {...plainTable} width="100%" style={card}>
                  <tbody>
                    <tr>
                      <td style={{ padding: '20px 28px', ...brandColours }}>
                        <a
                          href={home}
                          style={{ color: '#ffffff', fontSize: 20, fontWeight: 700, textDecoration: 'none' }}
                        >
                          <Mark />
                          {`\u00a0 ${brand}`}
                        </a>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: 28 }}>
                        {paragraphs.map((words) => (
                          <Lines key={words} words={words} style={{ margin: '0 0 16px', fontSize: 16 }} />
                        ))}
                        {body ? (
                          <div
                            style={{ margin: '0 0 16px', fontSize: 16, lineHeight: 1.6, wordBreak: 'break-word' }}
                            // biome-ignore lint/security/noDangerouslySetInnerHtml: the Markdown renderer made it.
                            dangerouslySetInnerHTML={{ __html: body.html }}
                          />
                        ) : null}
                        {facts.length > 0 ? <Facts facts={facts} /> : null}
                        {picture ? <Picture {...picture} /> : null}
                        {action ? <Action {...action} /> : null}
                        {note ? (
                          <Lines words={note} style={{ margin: '24px 0 0', fontSize: 13, color: softInk }} />
                        ) : null}
                        {stop ? (
                          <p style={{ margin: '8px 0 0', fontSize: 13, lineHeight: 1.6 }}>
                            <a href={stop.url} style={{ color: softInk }}>
                              {stop.label}
                            </a>
                          </p>
                        ) : null}
                      </td>
                    </tr>
                  </tbody>
                </table>
                <p style={{ margin: '16px 0 0', fontSize: 12, color: softInk }}>
                  <a href={home} style={{ color: softInk }}>
                    {brand}
                  </a>
                </p>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const card: CSSProperties = { maxWidth: 560, backgroundColor: '#ffffff', borderRadius: 16, overflow: 'hidden' }

/** The logo in letters, three circles that gather: many mail programs show neither SVG nor images. */
function Mark() {
  return (
    <span aria-hidden style={{ letterSpacing: -6 }}>
      {'\u25cf\u25cf\u25cf\u00a0'}
    </span>
  )
}

function Lines({ words, style }: { words: string; style: CSSProperties }) {
  const [first, ...others] = words.split('\n')
  return (
    <p style={{ ...style, lineHeight: 1.6 }}>
      {first}
      {others.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </p>
  )
}

function Facts({ facts }: { facts: Fact[] }) {
  const label: CSSProperties = { padding: '4px 16px 4px 0', verticalAlign: 'top', whiteSpace: 'nowrap', color: softInk }
  return (
    <table {...plainTable} style={{ margin: '0 0 16px', fontSize: 16, lineHeight: 1.6 }}>
      <tbody>
        {facts.map((fact) => (
          <tr key={`${fact.label} ${fact.url ?? fact.value}`}>
            <td style={label}>{fact.label}</td>
            <td style={{ padding: '4px 0', wordBreak: 'break-word' }}>
              {fact.url === undefined ? (
                fact.value
              ) : (
                <a href={fact.url} style={{ color: '#4a48dd' }}>
                  {fact.value}
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Picture({ cid, alt, size }: NonNullable<Letter['picture']>) {
  return (
    <p style={{ margin: '24px 0', textAlign: 'center' }}>
      <img
        src={`cid:${cid}`}
        // Without it React adds a preload to the head, which mail programs do not know.
        fetchPriority="low"
        width={size}
        height={size}
        alt={alt}
        style={{ border: '1px solid #d9d9ec', borderRadius: 12 }}
      />
    </p>
  )
}

function Action({ label, url }: NonNullable<Letter['action']>) {
  const button: CSSProperties = {
    display: 'inline-block',
    padding: '12px 28px',
    borderRadius: 12,
    ...brandColours,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    textDecoration: 'none',
  }
  return (
    <>
      <p style={{ margin: '24px 0' }}>
        <a href={url} style={button}>
          {label}
        </a>
      </p>
      <p style={{ margin: 0, fontSize: 13, lineHeight: 1.6, color: softInk, wordBreak: 'break-all' }}>
        <a href={url} style={{ color: softInk }}>
          {url}
        </a>
      </p>
    </>
  )
}

/** What several mails say. */
export const mailTexts = inLanguages(en, th)

/** A mail's first line. */
export function helloTo(name: string, language: Language): string {
  return fill(mailTexts[language].hello, { name })
}

/** What an organizer has written, if anything. */
export function organizerWrites(words: string, language: Language): string[] {
  return words === '' ? [] : [fill(mailTexts[language].organizerWrites, { words })]
}
