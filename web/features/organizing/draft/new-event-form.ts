import { type OpenDraft, showDraft } from '#contract/events/drafts.ts'
import { type Event, showEvent } from '#contract/events/events.ts'
import { PathId } from '#contract/fields.ts'
import { copiedParameter, draftParameter } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { clockNow } from '#web/lib/clock.ts'
import { emptyForm, type FormField, type FormValues, type TypedType } from './form-schema.ts'
import { copyOf, newForm } from './form-values.ts'
import { baseOf, draftName, type LocalDraft, readLocalDraft } from './local-draft.ts'
import type { FormDraft } from './use-saved-draft.ts'

/** How the form of a new event starts. */
interface NewEventForm {
  /** The React key of the form: a new one shows another form. */
  form: string
  initial: FormValues
  /** The address of its stored picture, '' for none. */
  picture: string
  /** Null until it is saved as a draft. */
  draft: FormDraft | null
  local: LocalDraft
}

let formNumber = 0

/** Shows another form at the next load, even at the same address. */
export function startNewForm(): void {
  formNumber += 1
}

/** The form the address asks for: of a draft, a copy of another event, or blank. */
export async function loadNewEventForm(userId: number, { url }: Pick<Request, 'url'>): Promise<NewEventForm> {
  const { searchParams } = new URL(url)
  const draftId = idIn(searchParams, draftParameter)
  const copiedId = idIn(searchParams, copiedParameter)
  const start = await (draftId !== undefined
    ? continueDraft(userId, draftId)
    : copiedId !== undefined
      ? copy(userId, copiedId)
      : blank(userId))
  return { ...start, form: `${start.local.key}/${formNumber}` }
}

type FormStart = Omit<NewEventForm, 'form'>

async function blank(userId: number): Promise<FormStart> {
  const local = await readLocalDraft(userId, 'new')
  return { initial: newForm(clockNow()), picture: '', draft: null, local }
}

async function copy(userId: number, eventId: number): Promise<FormStart> {
  const event: Event = await call(showEvent, { params: { eventId } })
  if (event.user_id !== userId) throw new ApiError('not_your_event')
  const local = await readLocalDraft(userId, `copy-${eventId}`)
  return { initial: copyOf(event, clockNow()), picture: event.event_image, draft: null, local }
}

async function continueDraft(userId: number, draftId: number): Promise<FormStart> {
  const local = await readLocalDraft(userId, draftName(draftId))
  const loaded = await call(showDraft, { params: { draftId } }).catch((error) => {
    // What was typed into a deleted draft is still on this device and can be saved as a new one.
    if (error instanceof ApiError && local.values && isGone(error)) return error
    throw error
  })
  if (loaded instanceof ApiError) {
    const isPublished = loaded.code === 'draft_published'
    const draft = isPublished ? { id: draftId, version: Number(local.base), saved_at: null } : null
    return { initial: newForm(clockNow()), picture: '', draft, local }
  }
  const { content, ...draft } = loaded
  const base = local.values || local.image ? local.base : baseOf(draft)
  return { initial: valuesOf(content), picture: draft.picture, draft, local: { ...local, base } }
}

const isGone = ({ code }: ApiError) => code === 'draft_not_found' || code === 'draft_published'

/** A draft's content as form values; missing fields are as in a blank form. */
function valuesOf(content: OpenDraft['content']): FormValues {
  const known = (Object.keys(emptyForm) as FormField[]).filter((field) => field in content)
  const typed = Object.fromEntries(known.map((field) => [field, content[field]]))
  const lists = { questions: questionsIn(content.questions), ticket_types: ticketTypesIn(content.ticket_types) }
  return { ...emptyForm, ...typed, ...lists }
}

function idIn(params: URLSearchParams, name: string): number | undefined {
  return PathId.safeParse(params.get(name) ?? '').data
}

type TypedQuestions = NonNullable<FormValues['questions']>

/** The questions of a saved draft, from JSON, complete or not. Anything this form cannot have sent is dropped. */
export function questionsIn(text: unknown): TypedQuestions {
  return listIn(text).filter(isQuestion)
}

/** The same of its ticket types. */
function ticketTypesIn(text: unknown): TypedType[] {
  return listIn(text).filter(isTicketType)
}

function listIn(text: unknown): unknown[] {
  try {
    const list: unknown = JSON.parse(String(text ?? '[]'))
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

function isTicketType(one: unknown): one is TypedType {
  return typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string'
}

function isQuestion(one: unknown): one is TypedQuestions[number] {
  if (typeof one !== 'object' || one === null || !('kind' in one) || !('text' in one)) return false
  const choices = 'choices' in one ? one.choices : []
  return typeof one.text === 'string' && Array.isArray(choices) && choices.every((each) => typeof each === 'string')
}
