import { createHash } from 'node:crypto'
import { draftLimits } from '#contract/events/draft-limits.ts'
import type { ChangedDraft, Draft, DraftContent, OpenDraft, SavedDraft } from '#contract/events/drafts.ts'
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
  selectDraftState,
  selectDrafts,
  selectPublished,
  updateDraft,
} from './drafts.repository.ts'

export async function list(ctx: Context, user: SignedInUser): Promise<SavedDraft[]> {
  await requireOrganizer(ctx, user)
  return selectDrafts(ctx.db, user.id)
}

/** Throws `draft_published` for what has become an event, and `draft_not_found` also for what is somebody else's. */
export async function open(ctx: Context, user: SignedInUser, id: number): Promise<OpenDraft> {
  await requireOrganizer(ctx, user)
  return (await selectDraft(ctx.db, user.id, id)) ?? (await refuseGone(ctx.db, user, id))
}

/** Throws `too_many_drafts` where the user has as many as one may have, `draft_too_large`, and `picture_gone`. */
export async function add(
  ctx: Context,
  user: SignedInUser,
  { picture, ...content }: Draft,
  upload: Upload | null,
): Promise<SavedDraft> {
  await requireOrganizer(ctx, user)
  refuseTooLarge(content)
  await refuseTooMany(ctx.db, user)
  const source = await newPicture(ctx, user, { upload, picture, own: '' })
  return withPicture(ctx, source, async (tx, address) => {
    // Without it several drafts at once would all be the last that one may have.
    await lockUser(tx, user.id)
    await refuseTooMany(tx, user)
    const draft = await insertDraft(tx, user.id, { content, picture: address ?? '', now: ctx.now() })
    return { ...draft, former: '' }
  })
}

/** Replaces the draft's content and picture. What was sent last is answered again where it is sent once more: its answer was
 *  lost. Throws `draft_changed` where the version that the user has read is not the last one, and what `open` and `add` throw. */
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
  const before = (await selectDraftState(ctx.db, user.id, id)) ?? (await refuseGone(ctx.db, user, id))
  if (isSavedBy(before, sent_hash)) return before
  const source = await newPicture(ctx, user, { upload, picture, own: unchanged(before, version).picture })
  return withPicture(ctx, source, async (tx, address) => {
    const locked = (await lockDraft(tx, user.id, id)) ?? (await refuseGone(tx, user, id))
    // The first of two that are the same may still have been under way; the second one's picture is then not needed.
    if (isSavedBy(locked, sent_hash)) return { ...locked, former: address ?? '' }
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
  return { message: 'The draft was deleted.' }
}

/** A draft, and the version of it that somebody has read. */
export interface DraftRead {
  id: number
  version: number | null
}

/** The picture of a draft that is to be published, before anything is done. Throws what `takeDraft` throws. */
export async function pictureOfDraft(ctx: Context, user: SignedInUser, { id, version }: DraftRead): Promise<string> {
  const draft = (await selectDraftState(ctx.db, user.id, id)) ?? (await refuseGone(ctx.db, user, id))
  return unchanged(draft, version).picture
}

/** Removes a draft in the transaction in which its event is inserted, and returns the address of its picture, which is from
 *  then on the event's. Throws `draft_published`, `draft_not_found`, and `draft_changed` where it was saved since it was
 *  read. */
export async function takeDraft(tx: Db, user: SignedInUser, { id, version }: DraftRead): Promise<string> {
  const draft = (await lockDraft(tx, user.id, id)) ?? (await refuseGone(tx, user, id))
  const { picture } = unchanged(draft, version)
  await removeDraft(tx, id)
  return picture
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

async function refuseGone(db: Db, user: SignedInUser, id: number): Promise<never> {
  throw new AppError((await selectPublished(db, user.id, id)) === null ? 'draft_not_found' : 'draft_published')
}

const isSavedBy = ({ sent_hash }: DraftState, sent: Buffer) => sent_hash?.equals(sent) ?? false

function unchanged(draft: DraftState, version: number | null): DraftState {
  if (draft.version !== version) throw new AppError('draft_changed')
  return draft
}

/** The picture that a draft or a new event is to have. */
interface Wanted {
  upload: Upload | null
  /** The address of a picture that is there already, '' for none. */
  picture: string
  /** The address of the picture that the draft has, '' where there is none. */
  own: string
}

/** What is stored under a new address: the file that is sent, or a copy of the picture of another event or draft of the
 *  user, so that neither can take the other's picture away. Null where the picture stays as it is. Throws `picture_gone`
 *  where the user has no such picture. A copy counts as an upload. */
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

/** Which picture it is, and the draft's own as `former` where another one, or none, takes its place. `address` is that of what
 *  `newPicture` has stored. */
export function settlePicture({ picture, own, address }: Omit<Wanted, 'upload'> & { address: string | null }) {
  const settled = address ?? (picture === own ? own : '')
  return { settled, former: settled === own ? '' : own }
}

/** The same for whatever is sent once more unchanged, its file included: 32 bytes. `body` as its schema has read it, whose keys
 *  have one order. */
export function sentHash(body: object, upload: Upload | null): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(body))
  if (upload !== null) hash.update('\0').update(upload.content)
  return hash.digest()
}
