import type { LightMyRequestResponse } from 'fastify'
import type { Email } from 'postal-mime'
import { codeIn } from '#server/testing/applications/ticket-mails.ts'
import type { Fixture } from './fixture.ts'
import { type Name, people } from './fixture.ts'
import { fieldsIn, lookerFor, type PrivateField, read } from './private-texts.ts'
import { type Actor, aboutNothing, type Exception, type Row, send } from './row.ts'

/** Makes a call as an actor, then for something that does not exist and, if it has a body, without one. Returns a sentence for
 *  each private text in a response. Throws if the call does not succeed as the table says. */
export async function leaksOf(fixture: Fixture, row: Row, as: Actor): Promise<string[]> {
  const sent = row.request(fixture)
  const reply = await send(fixture, row, as, sent)
  if (as === row.by && row.status !== null && reply.statusCode !== row.status) {
    throw new Error(`${row.name} answered ${reply.statusCode} to ${as}: ${reply.body}`)
  }
  const others = [...(sent.params ? [aboutNothing(sent)] : []), ...(sent.body ? [{ ...sent, body: {} }] : [])]
  const refusals = await Promise.all(others.map((other) => send(fixture, row, as, other)))
  return [
    ...leaksIn(row.name, as, textOf(reply), row.except),
    ...refusals.flatMap((refusal) => leaksIn(`${row.name}, refused,`, as, textOf(refusal), row.except)),
    ...(row.except?.to.includes(as) ? neededBy(row.except, row.name, as, textOf(reply)) : []),
  ]
}

/** Private texts of others in a response, except those allowed. */
export function leaksIn(answer: string, as: string, text: string, except?: Exception): string[] {
  const leaks = found(text).flatMap(([name, fields]) =>
    fields
      .filter(
        (field) => name !== as && !(except !== undefined && isAmong(except.to, as) && isWithin(except, name, field)),
      )
      .map((field) => `the ${field} of ${name}`),
  )
  return [...leaks, ...(text.includes('$argon2') ? ['the hash of a password'] : [])].map(
    (one) => `${answer} tells ${as} ${one}`,
  )
}

/** Reports exceptions that are no longer needed. */
function neededBy(except: Exception, call: string, as: Actor, text: string): string[] {
  const leaked = new Map(found(text))
  const emails = except.emailsOf?.filter((name) => !leaked.get(name)?.includes('email')) ?? []
  const unneeded = emails.map((name) => `${call} does not tell ${except.to} the email of ${name}, as the table says`)
  const others = except.whose.flatMap((name) =>
    except.fields
      .filter((field) => !leaked.get(name)?.includes(field))
      .map((field) => `${call} does not tell ${as} the ${field} of ${name}, as the table says`),
  )
  return [...unneeded, ...others]
}

const isAmong = (actors: readonly string[], as: string) => actors.includes(as)

function isWithin({ whose, fields, emailsOf = [] }: Exception, name: Name, field: PrivateField): boolean {
  if (field === 'email' && emailsOf.includes(name)) return true
  return whose.includes(name) && fields.includes(field)
}

/** Results by text, because most responses are the same refusals. */
const looked = new Map<string, [Name, PrivateField[]][]>()
const hasPrivateText = lookerFor(Object.values(people))

function found(text: string): [Name, PrivateField[]][] {
  const before = looked.get(text)
  if (before) return before
  const answer = read(text)
  const named = hasPrivateText(answer) ? Object.entries(people) : []
  const all = named.map(([name, person]): [Name, PrivateField[]] => [name as Name, fieldsIn(answer, person)])
  looked.set(text, all)
  return all
}

/** A response with its headers, except those that always differ. */
function textOf({ headers, body }: LightMyRequestResponse): string {
  const { date: _, 'x-request-id': __, ...compared } = headers
  return `${JSON.stringify(compared)}\n${body}`
}

/** What a mail reveals to its recipient about others: in its text, its files, and its QR code. */
export async function leaksInMail(mail: Email): Promise<string[]> {
  const to = mail.to?.[0]?.address ?? ''
  const recipient = Object.entries(people).find(([, { email }]) => email === to)?.[0] ?? to
  const files = mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
  const hasCode = mail.attachments.some(({ mimeType }) => mimeType === 'image/png')
  const code = hasCode ? JSON.stringify(await codeIn(mail)) : ''
  const text = [JSON.stringify(mail.headers), mail.text, mail.html, ...files, code].join('\n')
  return leaksIn(`The mail '${mail.subject}'`, recipient, text)
}
