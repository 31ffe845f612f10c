import { createHash } from 'node:crypto'
import {
  type ChangedDraft,
  type Draft,
  type DraftContent,
  draftLimits,
  type OpenDraft,
  type SavedDraft,
} from '#contract/events/drafts.ts'
import * as m from '#messages/answers.json'
import { lockUser } from '#server/features/accounts/users.repository.ts'
import { isOrganizer } from '#server/features/organizers/organizers.repository.ts'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { discardPicture } from '#server/lib/pictures/pictures.ts'
import { type StoredPicture, type Upload, withPicture } from '#server/lib/pictures/uploads.ts'
import type { Db } from '#server/lib/postgres/database.ts'
import {
  countDrafts,
  type DraftState,
  insertDraft,
  lockDraft,
  ownsPicture,
  removeDraft,
  selectDraft,
  selectDraftOfKey,
  selectDraftState,
  selectDrafts,
  selectPublished,
  updateDraft,
} from './drafts.repository.ts'

export async function list(ctx: Context, user: SignedInUser): Promise<SavedDraft[]> {
  await requireOrganizer(ctx, user)
  return selectDrafts(ctx.db, user.id)
}

/** Throws `draft_published` once the draft is an event, and `draft_not_found` also for someone else's draft. */
export async function open(ctx: Context, user: SignedInUser, id: number): Promise<OpenDraft> {
  await requireOrganizer(ctx, user)
  return (await selectDraft(ctx.db, user.id, id)) ?? (await throwGone(ctx.db, user, id))
}

/** Adds a draft. A request repeated with its key, because its answer was lost, saves the same draft. Throws `too_many_drafts`,
 *  `draft_too_large`, `picture_gone`, and `draft_changed` if a draft with this key was saved since. */
export async function add(
  ctx: Context,
  user: SignedInUser,
  { client_key, ...draft }: Draft & { client_key?: string | undefined },
  upload: Upload | null,
): Promise<SavedDraft> {
  const first = { ...draft, version: 1 }
  const added = await selectDraftOfKey(ctx.db, user.id, client_key)
  if (added !== null) return save(ctx, user, added.id, first, upload)
  await requireRoom(ctx, user)
  const { picture, ...content } = draft
  refuseTooLarge(content)
  const sent_hash = sentHash(first, upload)
  const source = await newPicture(ctx, user, { upload, picture, own: '' })
  return withPicture(ctx, source, async (tx, address) => {
    // Otherwise simultaneous drafts would all count as the last one allowed.
    await lockUser(tx, user.id)
    const added = await selectDraftOfKey(tx, user.id, client_key)
    if (added !== null && !isSameRequest(added, sent_hash)) throw new AppError('draft_changed')
    // The same request may have been under way twice. Then the second picture is not needed.
    if (added !== null) return { ...added, former: address ?? '' }
    await refuseTooMany(tx, user)
    const saved = { content, picture: address ?? '', now: ctx.now(), sent_hash }
    return { ...(await insertDraft(tx, user.id, client_key, saved)), former: '' }
  })
}

/** Replaces the draft's content and picture. A repeated request whose answer was lost gets the same answer again.
 *  Throws `draft_changed` if someone saved the draft after the version the user read, and what `open` and `add`
 *  throw. */
export async function save(
  ctx: Context,
  user: SignedInUser,
  id: number,
  change: ChangedDraft,
  upload: Upload | null,
): Promise<SavedDraft> {
  await requireOrganizer(ctx, user)
  const { version, picture, ...content } = change
  refuseTooLarge(content)
  const sent_hash = sentHash(change, upload)
  const before = (await selectDraftState(ctx.db, user.id, id)) ?? (await throwGone(ctx.db, user, id))
  if (isSameRequest(before, sent_hash)) return before
  const source = await newPicture(ctx, user, { upload, picture, own: unchanged(before, version).picture })
  return withPicture(ctx, source, async (tx, address) => {
    const locked = (await lockDraft(tx, user.id, id)) ?? (await throwGone(tx, user, id))
    // The same request may have been under way twice. Then the second picture is not needed.
    if (isSameRequest(locked, sent_hash)) return { ...locked, former: address ?? '' }
    const { settled, former } = settlePicture({ picture, own: unchanged(locked, version).picture, address })
    const draft = await updateDraft(tx, id, { content, picture: settled, now: ctx.now(), sent_hash })
    return { ...draft, former }
  })
}

export async function remove(ctx: Context, user: SignedInUser, id: number): Promise<{ message: string }> {
  await requireOrganizer(ctx, user)
  await ctx.db.transaction(async (tx) => {
    const draft = await lockDraft(tx, user.id, id)
    if (draft === null) throw new AppError('draft_not_found')
    await removeDraft(tx, id)
    await discardPicture(tx, draft.picture)
  })
  return { message: m.draftDeleted }
}

/** A draft and the version the user has read. */
export interface DraftRead {
  id: number
  version: number | null
}

/** The picture of the draft to publish. Throws what `takeDraft` throws. */
export async function pictureOfDraft(ctx: Context, user: SignedInUser, { id, version }: DraftRead): Promise<string> {
  const draft = (await selectDraftState(ctx.db, user.id, id)) ?? (await throwGone(ctx.db, user, id))
  return unchanged(draft, version).picture
}

/** Removes the draft in the transaction that inserts its event, and returns the address of its picture, which now
 *  belongs to the event. Throws `draft_published`, `draft_not_found`, and `draft_changed` if it was saved after the
 *  version the user read. */
export async function takeDraft(tx: Db, user: SignedInUser, { id, version }: DraftRead): Promise<string> {
  const draft = (await lockDraft(tx, user.id, id)) ?? (await throwGone(tx, user, id))
  const { picture } = unchanged(draft, version)
  await removeDraft(tx, id)
  return picture
}

/** Throws `organizers_only`, and `too_many_drafts` if the user may not add one. */
export async function requireRoom(ctx: Context, user: SignedInUser): Promise<void> {
  await requireOrganizer(ctx, user)
  await refuseTooMany(ctx.db, user)
}

async function requireOrganizer(ctx: Context, user: SignedInUser): Promise<void> {
  if (!(await isOrganizer(ctx.db, user.id))) throw new AppError('organizers_only')
}

async function refuseTooMany(db: Db, user: SignedInUser): Promise<void> {
  if ((await countDrafts(db, user.id)) >= draftLimits.drafts) throw new AppError('too_many_drafts')
}

function refuseTooLarge(content: DraftContent): void {
  if (Buffer.byteLength(JSON.stringify(content)) > draftLimits.bytes) throw new AppError('draft_too_large')
}

async function throwGone(db: Db, user: SignedInUser, id: number): Promise<never> {
  throw new AppError(
    (await selectPublished(db, user.id, { draft_id: id })) === null ? 'draft_not_found' : 'draft_published',
  )
}

const isSameRequest = ({ sent_hash }: DraftState, sent: Buffer) => sent_hash?.equals(sent) ?? false

function unchanged(draft: DraftState, version: number | null): DraftState {
  if (draft.version !== version) throw new AppError('draft_changed')
  return draft
}

/** The picture a draft or a new event asks for. */
interface Wanted {
  upload: Upload | null
  /** The address of a stored picture, '' for none. */
  picture: string
  /** The address of the draft's current picture, '' for none. */
  own: string
}

/** What to store under a new address: the uploaded file, or a copy of a picture of another event or draft of the
 *  user, so that neither can delete the other's picture. Null if the picture stays. Throws `picture_gone` if the user
 *  has no such picture. A copy counts as an upload. */
export async function newPicture(
  ctx: Context,
  user: SignedInUser,
  { upload, picture, own }: Wanted,
): Promise<Upload | StoredPicture | null> {
  if (upload !== null) return upload
  if (picture === '' || picture === own) return null
  if (!(await ownsPicture(ctx.db, user.id, picture))) throw new AppError('picture_gone')
  await ctx.limits.consume('uploads', String(user.id))
  return { copyOf: picture }
}

/** The address of the picture from now on, and in `former` the draft's old one if it is replaced or removed.
 *  `address` is where `newPicture` was stored. */
export function settlePicture({ picture, own, address }: Omit<Wanted, 'upload'> & { address: string | null }) {
  const settled = address ?? (picture === own ? own : '')
  return { settled, former: settled === own ? '' : own }
}

/** 32 bytes that identify a request with its file. `body` must come from its schema, which fixes the order of the
 *  keys. */
export function sentHash(body: object, upload: Upload | null): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(body))
  if (upload !== null) hash.update('\0').update(upload.content)
  return hash.digest()
}
