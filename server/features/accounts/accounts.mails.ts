import { queryOf } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { composeMail } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

export interface Recipient {
  email: string
  username: string
}

/** `next`: the page of ours to which the link leads afterwards. */
type LinkMail = (settings: Settings, to: Recipient & { id: number }, token: string, next?: string) => Mail

export const verifyEmailMail: LinkMail = (settings, { id, email, username }, token, next) =>
  composeMail(settings, {
    to: email,
    subject: `Verify your email for ${settings.BRAND_NAME}`,
    paragraphs: [
      `Hello ${username},`,
      `please confirm that this is your email address. The link works once and expires after 24 hours.`,
    ],
    action: {
      label: 'Verify email',
      url: publicUrl(settings, `${paths.verifyEmail(id, token)}${queryOf({ next }) as '' | `?${string}`}`),
    },
    note: `If you have no account at ${settings.BRAND_NAME}, someone mistyped their address, and you can ignore this email.`,
  })

export const resetPasswordMail: LinkMail = (settings, { id, email, username }, token) =>
  composeMail(settings, {
    to: email,
    subject: `Reset your ${settings.BRAND_NAME} password`,
    paragraphs: [
      `Hello ${username},`,
      'someone, most likely you, asked to set a new password. The link works once and expires after one hour.',
    ],
    action: { label: 'Reset password', url: publicUrl(settings, paths.resetPassword(id, token)) },
    note: 'If it was not you, you can ignore this email. Your password stays the same.',
  })

export function passwordChangedMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your ${settings.BRAND_NAME} password was changed`,
    paragraphs: [`Hello ${username},`, 'your password has just been changed, and you were logged out on every device.'],
    action: { label: 'Log in', url: publicUrl(settings, paths.login) },
    note: `If it was not you, set a new password at once: ${publicUrl(settings, paths.forgotPassword)}`,
  })
}

/** After a change by the old password. */
export function passwordChangedHereMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your ${settings.BRAND_NAME} password was changed`,
    paragraphs: [
      `Hello ${username},`,
      'your password has just been changed on your account page, and every other device was logged out.',
    ],
    note: `If it was not you, set a new password at once: ${publicUrl(settings, paths.forgotPassword)}`,
  })
}

/** To the owner of an address who signed in with Google or by email: the password that somebody set without verifying
 *  the address is removed. */
export function passwordRemovedMail(settings: Settings, { email, username }: Recipient, way: 'Google' | 'email'): Mail {
  return composeMail(settings, {
    to: email,
    subject: `You signed in to ${settings.BRAND_NAME} ${way === 'Google' ? 'with Google' : 'by email'}`,
    paragraphs: [
      `Hello ${username},`,
      'an account with your address already existed, but its email was never verified. We removed its password and logged out every device that used it.',
      `Sign in ${way === 'Google' ? 'with Google' : 'with a code by email'} from now on, or set a new password.`,
    ],
    action: { label: 'Set a password', url: publicUrl(settings, paths.forgotPassword) },
  })
}

/** To somebody who has proven an address that another person, who signs in with LINE, had typed. */
export function otherAccountMail(settings: Settings, email: string): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your new ${settings.BRAND_NAME} account`,
    paragraphs: [
      'Hello,',
      'you have a new account with this address. Before, somebody who signs in with LINE had entered it without confirming it. Their account stays theirs, without your address.',
      'If that was you, you now have two accounts. To have only one: sign in with LINE, delete that account on its account page, then log in by email and connect LINE.',
    ],
    action: { label: 'Log in', url: publicUrl(settings, paths.login) },
  })
}

/** To known and unknown addresses alike, so it names nobody. */
export function signInCodeMail(
  settings: Settings,
  email: string,
  { code, link }: { code: string; link: string },
): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your code for ${settings.BRAND_NAME}`,
    paragraphs: [
      `Your code is ${code}.`,
      'Type it where you asked for it, or open the link there. Both work once, for ten minutes.',
    ],
    action: { label: 'Sign in', url: publicUrl(settings, paths.signInLink(link)) },
    note: 'The link works only in the browser where you asked for the code. If it was not you, ignore this email, and do not give the code to anybody.',
  })
}

/** To the old address. */
export function emailChangedMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `The email of your ${settings.BRAND_NAME} account was changed`,
    paragraphs: [
      `Hello ${username},`,
      'your account now uses another email address. We will not email this address again.',
    ],
    note: 'If it was not you, someone else has access to your account. Contact the operator of this site at once.',
  })
}
