import { z } from 'zod'
import { years } from '#contract/date-input.ts'
import { dayInBangkok } from '#contract/dates.ts'
import type { Schemas } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { Email, Id, Message, PathId, TypedDay } from '#contract/fields.ts'
import { languages } from '#contract/language/languages.ts'
import { fill } from '#contract/language/messages.ts'
import { requiredName } from '#contract/names.ts'
import * as m from '#messages/fields.json'
import * as auth from './auth.ts'
import { futureBirthDate, passwordLength, passwordsDiffer, refreshTexts, usernameLength } from './auth.ts'
import { PhoneNumber } from './phone-number.ts'

export const Role = z.enum(['Organizer', 'Attendee'])
export type Role = z.infer<typeof Role>

/** Refuses invisible letters and marks. Not `regex`: other languages could not read it in the API description. */
const usernameLetters = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}@.+_-]+$/u

export const Username = z
  .string({ error: m.usernameRequired })
  .trim()
  .min(1, m.usernameRequired)
  .min(usernameLength.min, fill(m.usernameAtLeast, { least: usernameLength.min }))
  .max(usernameLength.max, fill(m.usernameAtMost, { most: usernameLength.max }))
  .refine((name) => usernameLetters.test(name), m.usernameLetters)
  .describe('Letters and digits of any language, and @ . + - _')

/** Any characters. Counted by code point, so that most emoji count as one. */
export const Password = z
  .string({ error: m.passwordRequired })
  .min(1, m.passwordRequired)
  .refine((value) => [...value].length >= passwordLength.min, fill(m.passwordAtLeast, { least: passwordLength.min }))
  .refine((value) => [...value].length <= passwordLength.max, fill(m.passwordAtMost, { most: passwordLength.max }))
  .meta({ minLength: passwordLength.min, maxLength: passwordLength.max })

export const BirthDate = z
  .string({ error: m.birthDateRequired })
  .min(1, m.birthDateRequired)
  .pipe(TypedDay)
  .refine((day) => day >= `${years.first}-01-01`, m.birthYear)
  .refine((day) => day <= dayInBangkok(new Date()), futureBirthDate)
  .meta({ format: 'date' })

export const NewAccount = z
  .object({
    username: Username,
    password: Password,
    password2: z.string({ error: m.confirmPassword }).min(1, m.confirmPassword),
    first_name: requiredName(m.firstName, 150),
    last_name: requiredName(m.lastName, 150),
    birth_date: BirthDate,
    phone_number: PhoneNumber,
    email: Email,
  })
  .refine((form) => form.password === form.password2, { path: ['password2'], message: passwordsDiffer })
export type NewAccount = z.input<typeof NewAccount>

/** The response to a sign-in, which the browser stores. `image_url` is '' if there is no picture. */
export const SignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id: Id,
  username: z.string(),
  status: Role,
  image_url: z.string(),
  /** Of mails to them. */
  language: z.enum(languages),
})
export type SignedIn = z.infer<typeof SignedIn>

/** The event page to return to from the mailed verification link. Any other value is ignored. */
const NextQuery = z.object({ next: z.string().max(500).optional().catch(undefined) })

export const registerSchema = {
  summary: 'Create an account',
  querystring: NextQuery,
  body: NewAccount,
  refusals: ['account_exists', 'username_taken', 'sign_in_busy'],
  response: { 201: z.object({ id: Id, username: z.string(), message: z.string() }) },
} satisfies Schemas
export const register = { ...auth.register, schema: registerSchema }

export const checkNewAccountSchema = {
  summary: 'Check a username and a password for a new account',
  body: z.object({ username: Username, password: Password }),
  refusals: ['username_taken'],
  response: { 204: z.undefined() },
} satisfies Schemas
export const checkNewAccount = { ...auth.checkNewAccount, schema: checkNewAccountSchema }

export const loginSchema = {
  summary: 'Sign in by username or email',
  body: z.object({
    username: z.string({ error: m.usernameRequired }).max(300, errors.wrong_credentials.message),
    password: z.string({ error: m.passwordRequired }).max(1_000, errors.wrong_credentials.message),
  }),
  refusals: ['email_not_verified', 'wrong_credentials', 'sign_in_busy'],
  response: { 200: SignedIn },
} satisfies Schemas
export const login = { ...auth.login, schema: loginSchema }

export const googleSignInSchema = {
  summary: 'Sign in with Google',
  body: z.object({ token: z.string({ error: errors.google_token_invalid.message }).max(8_000) }),
  refusals: ['google_email_unverified', 'google_token_invalid', 'google_unavailable', 'not_found'],
  response: { 200: SignedIn.extend({ picture: z.string() }) },
} satisfies Schemas
export const googleSignIn = { ...auth.googleSignIn, schema: googleSignInSchema }

export const logoutSchema = { summary: 'Sign out', response: { 200: Message } } satisfies Schemas
export const logout = { ...auth.logout, schema: logoutSchema }

export const refreshTokenSchema = {
  summary: 'Get a new access token',
  body: z.object({
    refresh: z.string({ error: refreshTexts.absent }).max(4_000),
    rotate: z.boolean().optional(),
  }),
  refusals: ['session_expired'],
  response: { 200: z.object({ access: z.string(), refresh: z.string().optional() }) },
} satisfies Schemas
export const refreshToken = { ...auth.refreshToken, schema: refreshTokenSchema }

/** The last part of a mailed link, for instance of `/reset-password/{userId}/{token}`. */
const LinkToken = z.string({ error: errors.reset_link_invalid.message }).max(200)

export const EmailOnly = z.object({ email: Email })
export type EmailOnly = z.infer<typeof EmailOnly>

export const verifyEmailSchema = {
  summary: 'Confirm an email address with the link mailed to it',
  params: z.object({ user_id: PathId, token: LinkToken }),
  refusals: ['verify_link_invalid'],
  response: { 200: Message },
} satisfies Schemas
export const verifyEmail = { ...auth.verifyEmail, schema: verifyEmailSchema }

export const resendVerificationSchema = {
  summary: 'Mail a new verification link',
  querystring: NextQuery,
  body: EmailOnly,
  response: { 200: Message },
} satisfies Schemas
export const resendVerification = { ...auth.resendVerification, schema: resendVerificationSchema }

export const forgotPasswordSchema = {
  summary: 'Mail a link for setting a new password',
  body: EmailOnly,
  response: { 200: Message },
} satisfies Schemas
export const forgotPassword = { ...auth.forgotPassword, schema: forgotPasswordSchema }

export const checkResetLinkSchema = {
  summary: 'Check a link for setting a new password',
  params: z.object({ userId: PathId, token: LinkToken }),
  response: { 200: z.object({ valid: z.boolean(), message: z.string() }) },
} satisfies Schemas
export const checkResetLink = { ...auth.checkResetLink, schema: checkResetLinkSchema }

export const PasswordReset = z
  .object({
    /** Accepted because the specification's client sends it, but ignored: the path has the user. */
    user_id: z.union([z.number(), z.string()]).nullish(),
    token: LinkToken,
    new_password: Password,
    confirm_password: z.string({ error: m.confirmPassword }).min(1, m.confirmPassword),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: passwordsDiffer,
  })
export type PasswordReset = z.input<typeof PasswordReset>

export const resetPasswordSchema = {
  summary: 'Set a new password with a mailed link',
  params: z.object({ userId: PathId }),
  body: PasswordReset,
  refusals: ['reset_link_invalid', 'sign_in_busy'],
  response: { 200: Message },
} satisfies Schemas
export const resetPassword = { ...auth.resetPassword, schema: resetPasswordSchema }

const ChosenLanguage = z.object({ language: z.enum(languages) })
export const chooseLanguageSchema = {
  summary: 'Choose your language',
  body: ChosenLanguage,
  response: { 200: ChosenLanguage },
} satisfies Schemas
export const chooseLanguage = { ...auth.chooseLanguage, schema: chooseLanguageSchema }
