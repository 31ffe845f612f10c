import { Username } from '#contract/accounts/auth.schemas.ts'
import {
  nameRequired,
  type PasswordChange,
  type Profile,
  type ProfileChange,
  type ProvenProfileChange,
} from '#contract/accounts/profile.ts'
import type { Uploaded } from '#contract/fields.ts'
import { fieldProblem } from '#contract/fields.ts'
import type { Language } from '#contract/language/languages.ts'
import * as m from '#messages/answers.json'
import * as fields from '#messages/fields.json'
import type { Context } from '#server/lib/context.ts'
import { AppError, invalidFields } from '#server/lib/errors/app-error.ts'
import type { SignedInUser } from '#server/lib/http/api.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import * as uploads from '#server/lib/pictures/uploads.ts'
import { violates } from '#server/lib/postgres/database.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { deleteTokensOf } from './access-tokens.repository.ts'
import { type OwnerProof, proveOwner, refuseEasyPassword, type WhereFrom, wordsOf } from './account-guard.ts'
import { passwordChangedHereMail } from './accounts.mails.ts'
import { deleteResetLink } from './email-links.repository.ts'
import { requestLink } from './email-links.service.ts'
import { endOtherSessions } from './sessions.repository.ts'
import { refuseForeignAddress } from './sign-in.service.ts'
import {
  type EditableProfile,
  lockEditableProfile,
  lockPassword,
  lockUser,
  markEmailUnverified,
  selectProfile,
  selectProofs,
  updateGetsMessages,
  updateLanguage,
  updatePassword,
  updatePicture,
  updateProfile,
} from './users.repository.ts'
import { emailCounts } from './viewer.ts'

export function profileOf(ctx: Context, user: SignedInUser): Promise<Profile> {
  return selectProfile(ctx.db, user.id, ctx.now())
}

/** Changes the given fields. A new email needs proof from the account's owner, and counts as unverified. The old
 *  address gets a mail with a way back only if it was verified. Whether an email has an account can be found out only a
 *  few times a minute per IP address, as at registration. Throws `not_your_profile`, `username_taken`, `username_fixed`,
 *  `account_exists` and what `proveOwner` throws. */
export async function editProfile(
  ctx: Context,
  user: SignedInUser,
  id: number,
  { current_password, google_token, ...given }: ProvenProfileChange,
  from: WhereFrom,
): Promise<Profile> {
  if (id !== user.id) throw new AppError('not_your_profile')
  if (given.email === '' && user.email !== '') throw invalidFields([fieldProblem('email', fields.emailRequired)])
  const change = { ...given, email: given.email || undefined }
  const isNewEmail = change.email !== undefined && !isSame(change.email, user.email)
  let proof: OwnerProof | null = null
  if (isNewEmail) {
    await ctx.limits.refuseSpent('taken_address', from.address)
    proof = await proveOwner(ctx, user, { current_password, google_token }, from)
  }
  try {
    await ctx.db.transaction(async (tx) => {
      const before = await lockEditableProfile(tx, id)
      refuseLostNames(before, change)
      const after = changed(before, change)
      const keepsEmail = isSame(before.email, after.email)
      // The email or the password may have been changed a moment ago.
      if (!keepsEmail && !(proof !== null && (await lockPassword(tx, id, proof.passwordHash)))) {
        throw new AppError('password_needed')
      }
      if (after.username !== before.username || !keepsEmail) refuseForeignAddress(after)
      await updateProfile(tx, id, after, ctx.now())
      if (change.gets_messages !== undefined) await updateGetsMessages(tx, id, change.gets_messages, ctx.now())
      if (keepsEmail) return
      await markEmailUnverified(tx, id)
      await requestLink(tx, { kind: 'verify', email: after.email })
      if (before.email_verified_at !== null) {
        await requestLink(tx, { kind: 'undo', email: before.email, language: user.language, user_id: id })
      }
    })
  } catch (error) {
    if (violates(error, 'users_username_key')) throw new AppError('username_taken')
    if (!violates(error, 'users_email_key')) throw error
    await ctx.limits.allows('taken_address', from.address)
    throw new AppError('account_exists', {
      message: user.email === '' ? emailHasAccount : m.emailTaken,
    })
  }
  return selectProfile(ctx.db, id, ctx.now())
}

/** For people who came with LINE, and may have forgotten that they have an account. */
const emailHasAccount = m.emailTakenByYours

export async function chooseLanguage(ctx: Context, user: SignedInUser, language: Language) {
  await updateLanguage(ctx.db, user.id, language)
  return { language }
}

/** A known birth date stays. A username that was the email follows the email, which does not count as a change by the
 *  user. */
function changed(before: EditableProfile, change: ProfileChange): EditableProfile {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: EditableProfile = { ...before, ...given, birth_date: change.birth_date || before.birth_date }
  if (after.username !== before.username && before.username_changes_left !== null) {
    if (before.username_changes_left === 0) throw new AppError('username_fixed')
    after.username_changes_left = before.username_changes_left - 1
  }
  const wasEmail = isSame(before.username, before.email) && after.username === before.username
  return wasEmail && Username.safeParse(after.email).success ? { ...after, username: after.email } : after
}

/** Names that were given cannot be emptied; Google accounts may have come without one. */
function refuseLostNames(before: EditableProfile, change: ProfileChange): void {
  const lost = (['first_name', 'last_name'] as const).filter((name) => change[name] === '' && before[name] !== '')
  if (lost.length > 0) throw invalidFields(lost.map((name) => fieldProblem(name, nameRequired[name])))
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Replaces the picture. Throws `not_your_profile`, and what an upload throws. */
export async function replacePicture(
  ctx: Context,
  user: SignedInUser,
  id: number,
  upload: uploads.Upload | null,
): Promise<Uploaded> {
  if (id !== user.id) throw new AppError('not_your_profile')
  return uploads.replacePicture(ctx, upload, {
    field: 'profile_picture',
    missing: m.choosePicture,
    done: m.profilePictureUpdated,
    replace: async (tx, address) => {
      const { profile_picture } = await lockEditableProfile(tx, id)
      await updatePicture(tx, id, address, ctx.now())
      return profile_picture
    },
  })
}

/** Needs the old password. Ends the user's other sessions, makes mailed reset links invalid, and mails the user if
 *  their email counts. Throws `password_missing`, and what `proveOwner` and `refuseEasyPassword` throw. */
export async function changePassword(
  ctx: Context,
  user: SignedInUser,
  { current_password, new_password }: PasswordChange,
  address: string,
): Promise<void> {
  await refuseEasyPassword('new_password', new_password, [...wordsOf(user), ctx.settings.BRAND_NAME])
  if ((await selectProofs(ctx.db, user.id)).password_hash === null) throw new AppError('password_missing')
  const proof = await proveOwner(ctx, user, { current_password }, { address, verifyGoogleToken: null })
  const passwordHash = await hashPassword(new_password)
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    // Another password may have been set a moment ago.
    if (!(await lockPassword(tx, user.id, proof.passwordHash))) throw new AppError('wrong_password')
    await updatePassword(tx, user.id, passwordHash)
    await deleteResetLink(tx, user.id)
    await endOtherSessions(tx, user.id, user.session_id, ctx.now())
    await deleteTokensOf(tx, user.id)
    if (emailCounts(ctx.settings, user)) await enqueueMail(tx, passwordChangedHereMail(ctx.settings, user))
  })
}
