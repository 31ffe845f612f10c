import type { Call } from '#contract/endpoint.ts'
import * as m from '#messages/fields.json'
import type * as schemas from './auth.schemas.ts'

export type { NewAccount, PasswordReset, Role, SignedIn } from './auth.schemas.ts'

export const usernameLength = { min: 3, max: 150 }

export const passwordLength = { min: 8, max: 128 }

export const futureBirthDate = m.futureDate

export const passwordsDiffer = m.passwordsDiffer

export const register: Call<typeof schemas.registerSchema> = {
  method: 'POST',
  url: '/api/users/register',
  config: { access: 'anyone', limit: 'register', send: 'urlencoded' },
}

/** Checks the first step of signing up by the same rules: whether a public username is taken, and whether the password is easily
 *  guessed. Reveals nothing about emails, or usernames that are emails or phone numbers. */
export const checkNewAccount: Call<typeof schemas.checkNewAccountSchema> = {
  method: 'POST',
  url: '/api/users/register/check',
  config: { access: 'anyone', limit: 'check', send: 'urlencoded', empty: true },
}

export const login: Call<typeof schemas.loginSchema> = {
  method: 'POST',
  url: '/api/users/login',
  config: { access: 'anyone', limit: 'login', send: 'urlencoded' },
}

/** `token` is the ID token from Google's button or one-tap; `picture` repeats `image_url`. 404 if no client ID is configured. */
export const googleSignIn: Call<typeof schemas.googleSignInSchema> = {
  method: 'POST',
  url: '/api/users/auth/google',
  config: { access: 'anyone', limit: 'google', detail: 'text' },
}

/** Ends the session of the sent token, if any; never fails. */
export const logout: Call<typeof schemas.logoutSchema> = {
  method: 'POST',
  url: '/api/users/logout',
  config: { access: 'anyone' },
}

/** Why a session cannot continue (specification, section 8). */
export const refreshTexts = { absent: m.sessionTokenMissing, refused: m.sessionNotRenewed } as const

/** With `rotate` the response includes a new refresh token that replaces the one sent. */
export const refreshToken: Call<typeof schemas.refreshTokenSchema> = {
  method: 'POST',
  url: '/api/token/refresh',
  config: { access: 'anyone', limit: 'refresh' },
}

/** `verify_link_invalid` if the link is unknown, replaced, older than 24 hours or for an email before the current one. */
export const verifyEmail: Call<typeof schemas.verifyEmailSchema> = {
  method: 'GET',
  url: '/api/users/verify-email/:user_id/:token',
  config: { access: 'anyone', limit: 'link' },
}

/** Responds the same for known and unknown addresses. */
export const resendVerification: Call<typeof schemas.resendVerificationSchema> = {
  method: 'POST',
  url: '/api/users/resend-verification',
  config: { access: 'anyone', limit: 'resend' },
}

/** Responds the same for known and unknown addresses. */
export const forgotPassword: Call<typeof schemas.forgotPasswordSchema> = {
  method: 'POST',
  url: '/api/users/forgot-password',
  config: { access: 'anyone', limit: 'forgot', detail: 'text' },
}

/** Whether the link is still valid, without using it up; never fails. */
export const checkResetLink: Call<typeof schemas.checkResetLinkSchema> = {
  method: 'GET',
  url: '/api/users/reset-password/:userId/:token',
  config: { access: 'anyone', limit: 'link', detail: 'text' },
}

/** Uses up the link and ends all of the user's sessions. `reset_link_invalid` if the link is no longer valid. */
export const resetPassword: Call<typeof schemas.resetPasswordSchema> = {
  method: 'POST',
  url: '/api/users/reset-password/:userId',
  config: { access: 'anyone', limit: 'link', detail: 'text' },
}

/** The language of mails, and of links from outside in browsers where the person signs in from now on. */
export const chooseLanguage: Call<typeof schemas.chooseLanguageSchema> = {
  method: 'PUT',
  url: '/api/users/language',
  config: { access: 'signed-in', limit: 'toggle' },
}
