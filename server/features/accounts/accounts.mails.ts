import { queryOf } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { composeMail } from '#server/lib/mail/mail-layout.ts'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

export interface Recipient {
  email: string
  username: string
}

/** `next`: the page to which the link leads on, an address of ours. */
type LinkMail = (settings: Settings, to: Recipient & { id: number }, token: string, next?: string) => Mail

export const verifyEmailMail: LinkMail = (settings, { id, email, username }, token, next) =>
  composeMail(settings, {
    to: email,
    subject: `Verify your email for ${settings.BRAND_NAME}`,
    paragraphs: [
      `Hello ${username},`,
      `please confirm that this is your email address. The link works once, within 24 hours.`,
    ],
    action: {
      label: 'Verify email',
      url: publicUrl(settings, `${paths.verifyEmail(id, token)}${queryOf({ next }) as '' | `?${string}`}`),
    },
    note: `If you have no account at ${settings.BRAND_NAME}, somebody mistyped their address; you need not do anything.`,
  })

export const resetPasswordMail: LinkMail = (settings, { id, email, username }, token) =>
  composeMail(settings, {
    to: email,
    subject: `Reset your ${settings.BRAND_NAME} password`,
    paragraphs: [
      `Hello ${username},`,
      'somebody, most likely you, asked to set a new password. The link works once, within one hour.',
    ],
    action: { label: 'Reset password', url: publicUrl(settings, paths.resetPassword(id, token)) },
    note: 'If it was not you, you need not do anything: your password stays as it is.',
  })

export function passwordChangedMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your ${settings.BRAND_NAME} password was changed`,
    paragraphs: [`Hello ${username},`, 'your password was changed just now, and you were logged out on every device.'],
    action: { label: 'Log in', url: publicUrl(settings, paths.login) },
    note: `If it was not you, set a new password at once: ${publicUrl(settings, paths.forgotPassword)}`,
  })
}

/** Tells somebody that their password was changed by whoever knew it. */
export function passwordChangedHereMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `Your ${settings.BRAND_NAME} password was changed`,
    paragraphs: [
      `Hello ${username},`,
      'your password was changed just now on your account page, and every other device was logged out.',
    ],
    note: `If it was not you, set a new password at once: ${publicUrl(settings, paths.forgotPassword)}`,
  })
}

/** Tells the owner of an address, who has now come through Google, that the password of the account was removed which
 *  somebody had made with it before. */
export function passwordRemovedMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `You signed in to ${settings.BRAND_NAME} with Google`,
    paragraphs: [
      `Hello ${username},`,
      'an account with your address existed already, but nobody had verified that the address was theirs. So the password it had was removed, and every device that used it was logged out.',
      'Sign in with Google from now on, or set a password of your own.',
    ],
    action: { label: 'Set a password', url: publicUrl(settings, paths.forgotPassword) },
  })
}

/** Tells the owner of the old address that the account has another one now. */
export function emailChangedMail(settings: Settings, { email, username }: Recipient): Mail {
  return composeMail(settings, {
    to: email,
    subject: `The email of your ${settings.BRAND_NAME} account was changed`,
    paragraphs: [
      `Hello ${username},`,
      'your account has another email address from now on; nothing will be sent here any more.',
    ],
    note: 'If it was not you, somebody else uses your account: write to whoever runs this site at once.',
  })
}
