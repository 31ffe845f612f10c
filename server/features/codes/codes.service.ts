import { randomInt } from 'node:crypto'
import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import {
  type CheckedCode,
  type Code,
  type CodeFields,
  type CodesToMake,
  codeLimits,
} from '#contract/tickets/codes.schemas.ts'
import { ticketNumberAlphabet as alphabet } from '#contract/tickets/ticket-code.ts'
import * as m from '#messages/answers.json'
import { viewerOf } from '#server/features/accounts/viewer.ts'
import { lockEditable, requireVisible } from '#server/features/events/events.service.ts'
import { logAction } from '#server/features/team/team.repository.ts'
import { codeRefusal } from '#server/features/tickets/admission/codes.rules.ts'
import { selectCodes } from '#server/features/tickets/store/codes.repository.ts'
import { withCode } from '#server/features/tickets/tickets.service.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { type Db, violates } from '#server/lib/postgres/database.ts'
import { codesIn, csvOfCodes, doesNothing, type NamedType } from './code-table.ts'
import {
  countCodes,
  deleteCode,
  insertCodes,
  renameCode,
  selectCode,
  selectCodesOf,
  selectOpened,
  selectStored,
  updateCodes,
  updateHasCodes,
} from './codes.repository.ts'

export async function list(
  ctx: Context,
  eventId: number,
  page: { search?: string | undefined; limit: number; cursor: number },
): Promise<{ codes: Code[]; total: number }> {
  const [codes, total] = await Promise.all([
    selectCodesOf(ctx.db, eventId, page),
    countCodes(ctx.db, eventId, page.search),
  ])
  return { codes, total }
}

export async function add(ctx: Context, user: SignedInUser, eventId: number, fields: CodeFields): Promise<Code> {
  const id = await change(ctx, user, eventId, async (tx, types) => {
    checkTypes(fields, types)
    const added = await insertCodes(tx, eventId, [fields], ctx.now())
    return added.get(fields.code) ?? refuseTaken()
  })
  return show(ctx, eventId, id)
}

function refuseTaken(): never {
  throw new AppError('code_taken')
}

async function show(ctx: Context, eventId: number, id: number): Promise<Code> {
  const [code] = await selectCodesOf(ctx.db, eventId, { id })
  if (code === undefined) throw new AppError('code_gone')
  return code
}

/** Makes codes of random letters. */
export function make(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  { count, prefix, ...terms }: CodesToMake,
): Promise<string[]> {
  return change(ctx, user, eventId, async (tx, types) => {
    checkTypes({ ...terms, is_stopped: false }, types)
    const made = new Set<string>()
    // The event may have one of them already.
    while (made.size < count) {
      const proposed = Array.from({ length: count - made.size }, () => randomCode(prefix))
      const added = await insertCodes(
        tx,
        eventId,
        proposed.map((code) => ({ code, ...terms, is_stopped: false })),
        ctx.now(),
      )
      for (const code of added.keys()) made.add(code)
    }
    return [...made]
  })
}

function randomCode(prefix: string): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)])
  return [prefix.replace(/-$/, ''), letters.join('')].filter(Boolean).join('-')
}

/** Throws `code_gone`, `code_taken` and `code_below_used`. */
export async function edit(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  id: number,
  fields: CodeFields,
): Promise<Code> {
  await change(ctx, user, eventId, async (tx, types) => {
    const before = await selectCode(tx, eventId, id)
    if (before === null) throw new AppError('code_gone')
    // A code can be stopped even if one of its types has been removed since.
    checkTypes(fields, [...types, ...before.type_ids.map((type) => ({ id: type, is_hidden: true }))])
    if (fields.capacity !== null && fields.capacity < before.used) throw new AppError('code_below_used')
    if (fields.code !== before.code) {
      await renameCode(tx, id, fields.code).catch((error) => {
        throw violates(error, 'codes_code_key') ? new AppError('code_taken') : error
      })
    }
    await updateCodes(tx, eventId, [fields], ctx.now())
  })
  return show(ctx, eventId, id)
}

/** Throws `code_gone` and `code_was_used`. */
export async function remove(ctx: Context, user: SignedInUser, eventId: number, id: number): Promise<void> {
  await change(ctx, user, eventId, async (tx) => {
    const removed = await deleteCode(tx, eventId, id).catch((error) => {
      throw violates(error, 'tickets_code_fkey') ? new AppError('code_was_used') : error
    })
    if (!removed) throw new AppError('code_gone')
  })
}

export async function exportCsv(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  language: Language,
): Promise<string> {
  const { ticket_types } = await requireVisible(ctx, user, eventId)
  await logAction(ctx.db, { eventId, userId: user.id, action: 'exported', detail: 'codes' }, ctx.now())
  return csvOfCodes(await selectCodesOf(ctx.db, eventId), ticket_types, language)
}

/** Adds the codes of a table, and changes those that the event has: all of them, or none if a row is not valid. */
export function importCsv(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  csv: string,
): Promise<{ added: number; changed: number }> {
  return change(ctx, user, eventId, async (tx, types) => {
    const codes = codesIn(csv, types, await selectStored(tx, eventId))
    const added = await insertCodes(tx, eventId, codes, ctx.now())
    const known = codes.filter(({ code }) => !added.has(code))
    if (known.length > 0) await updateCodes(tx, eventId, known, ctx.now())
    return { added: added.size, changed: known.length }
  })
}

/** What a code does now, for everyone who can see the event. Throws why it cannot be used. */
export function check(
  ctx: Context,
  user: SignedInUser | null,
  eventId: number,
  { code: text, link, address }: { code: string; link: string | undefined; address: string },
): Promise<CheckedCode> {
  return withCode(ctx, { code: text, userId: user?.id ?? null, address }, async () => {
    const [code = null] = await selectCodes(ctx.db, [{ eventId, code: text }])
    const viewer = { ...viewerOf(ctx.settings, user), linkKey: link }
    const opened = await selectOpened(ctx.db, eventId, code, viewer, ctx.now())
    if (opened === null) throw new AppError('event_not_found')
    if (code === null) throw new AppError('code_not_found')
    const refusal = codeRefusal(code, ctx.now())
    if (refusal !== null) throw new AppError(refusal)
    const { percent, baht, type_ids, per_person } = code
    return { code: code.code, percent, baht, type_ids, per_person, opened }
  })
}

/** Changes codes of an event, holding its seats: applications with them wait. Throws `event_not_found`, `event_called_off`,
 *  `event_deleted` and `too_many_codes`. */
async function change<T>(
  ctx: Context,
  user: SignedInUser,
  eventId: number,
  work: (tx: Db, types: NamedType[]) => Promise<T>,
): Promise<T> {
  const { result, isShown } = await ctx.db.transaction(async (tx) => {
    const { ticket_types } = await lockEditable(tx, eventId)
    const types = ticket_types.flatMap(({ id, ...type }) => (id === null ? [] : [{ id, ...type }]))
    const result = await work(tx, types)
    if ((await countCodes(tx, eventId)) > codeLimits.codes) throw new AppError('too_many_codes')
    await logAction(tx, { eventId, userId: user.id, action: 'edited', detail: 'codes' }, ctx.now())
    return { result, isShown: await updateHasCodes(tx, eventId) }
  })
  if (isShown) ctx.announcer.announce(eventId)
  return result
}

/** Throws `ticket_type_not_found`, and a problem of a code that would do nothing. */
function checkTypes(fields: Omit<CodeFields, 'code'>, types: Omit<NamedType, 'name'>[]): void {
  const isKnown = (id: number) => types.some((type) => type.id === id)
  if (!fields.type_ids.every(isKnown)) throw new AppError('ticket_type_not_found')
  if (doesNothing(fields, types)) throw invalidFields([fieldProblem('percent', m.codeDoesNothing)])
}
