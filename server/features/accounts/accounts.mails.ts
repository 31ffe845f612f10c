import type { AccessToken } from '#contract/accounts/access-tokens.ts'
import { queryOf, type Scope } from '#contract/endpoint.ts'
import type { Language } from '#contract/language/languages.ts'
import { counted, fill, inLanguages } from '#contract/language/messages.ts'
import { paths } from '#contract/paths.ts'
import * as tokensInEnglish from '#languages/en/access-tokens.json'
import * as en from '#languages/en/mails-accounts.json'
import * as tokens from '#languages/th/access-tokens.json'
import * as th from '#languages/th/mails-accounts.json'
import { deviceIn } from '#server/lib/http/device.ts'
import { composeMail, helloTo, mailTexts } from '#server/lib/mail/mail-layout.tsx'
import type { Mail } from '#server/lib/mail/outbox.ts'
import { pageUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

const texts = inLanguages(en, th)
const tokenTexts = inLanguages(tokensInEnglish, tokens)

export interface Recipient {
  email: string
  username: string
  language: Language
}

/** `next`: the page of ours to which the link leads afterwards. */
type LinkMail = (settings: Settings, to: Recipient & { id: number }, token: string, next?: string) => Mail

export const verifyEmailMail: LinkMail = (settings, { id, email, username, language }, token, next) => {
  const m = texts[language]
  const brand = settings.BRAND_NAME
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.verifySubject, { brand }),
    paragraphs: [helloTo(username, language), m.verify],
    action: {
      label: m.verifyAction,
      url: pageUrl(settings, `${paths.verifyEmail(id, token)}${queryOf({ next }) as '' | `?${string}`}`, language),
    },
    note: fill(m.verifyNote, { brand }),
  })
}

export const resetPasswordMail: LinkMail = (settings, { id, email, username, language }, token) => {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.resetSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.reset],
    action: { label: m.resetAction, url: pageUrl(settings, paths.resetPassword(id, token), language) },
    note: m.resetNote,
  })
}

export function passwordChangedMail(settings: Settings, { email, username, language }: Recipient): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.passwordChangedSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.passwordChanged],
    action: { label: m.logIn, url: pageUrl(settings, paths.login, language) },
    note: fill(m.setNewPassword, { url: newPasswordUrl(settings, language) }),
  })
}

/** After a change by the old password. */
export function passwordChangedHereMail(settings: Settings, { email, username, language }: Recipient): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.passwordChangedSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.passwordChangedHere],
    note: fill(m.setNewPassword, { url: newPasswordUrl(settings, language) }),
  })
}

/** To the owner of an address who signed in with Google or by email: the password that somebody set without verifying
 *  the address is removed. */
export function passwordRemovedMail(
  settings: Settings,
  { email, username, language }: Recipient,
  way: 'Google' | 'email',
): Mail {
  const m = texts[language]
  const subject = way === 'Google' ? m.signedInWithGoogleSubject : m.signedInByEmailSubject
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(subject, { brand: settings.BRAND_NAME }),
    paragraphs: [
      helloTo(username, language),
      m.passwordRemoved,
      way === 'Google' ? m.fromNowOnGoogle : m.fromNowOnCode,
    ],
    action: { label: m.setPassword, url: newPasswordUrl(settings, language) },
  })
}

/** To somebody who has proven an address that another person, who signs in with LINE, had typed. */
export function otherAccountMail(settings: Settings, email: string, language: Language): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.otherAccountSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [mailTexts[language].helloAnyone, m.otherAccount, m.otherAccountIsYours],
    action: { label: m.logIn, url: pageUrl(settings, paths.login, language) },
  })
}

/** To an address that somebody with LINE has only typed, when a new password is asked for. It names nobody and has no link that
 *  would confirm the address for their account. */
export function noPasswordMail(settings: Settings, email: string, language: Language): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.resetSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [mailTexts[language].helloAnyone, m.noPassword, m.noPasswordNeeded],
    action: { label: m.logIn, url: pageUrl(settings, paths.login, language) },
    note: m.ignore,
  })
}

/** To known and unknown addresses alike, so it names nobody. */
export function signInCodeMail(
  settings: Settings,
  { email, language }: Pick<Recipient, 'email' | 'language'>,
  { code, link }: { code: string; link: string },
): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.codeSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [fill(m.code, { code }), m.codeUse],
    action: { label: m.codeAction, url: pageUrl(settings, paths.signInLink(link), language) },
    note: m.codeNote,
  })
}

/** To the old address. */
export const emailChangedMail: LinkMail = (settings, { id, email, username, language }, token) => {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.emailChangedSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.emailChanged, m.emailChangedBack],
    action: { label: m.emailChangedAction, url: pageUrl(settings, paths.resetPassword(id, token), language) },
    note: m.emailChangedNote,
  })
}

export function tokenAddedMail(
  settings: Settings,
  { email, username, language }: Recipient,
  { name, scopes }: Pick<AccessToken, 'name' | 'scopes'>,
): Mail {
  const [m, t] = [texts[language], tokenTexts[language]]
  const may: Record<Scope, string> = { read: t.mayRead, attendees: t.mayDecide, door: t.mayCheckIn }
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.tokenSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.token],
    facts: [
      { label: m.tokenName, value: name },
      { label: m.tokenMay, value: scopes.map((scope) => may[scope]).join('; ') },
    ],
    action: { label: m.seeTokens, url: pageUrl(settings, paths.accessTokens, language) },
    note: m.tokenNote,
  })
}

/** `device` as stored: 'Chrome on Android'. */
export function passkeyAddedMail(settings: Settings, { email, username, language }: Recipient, device: string): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.passkeySubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.passkey],
    facts: [{ label: m.passkeyDevice, value: deviceIn(language, device) }],
    action: { label: m.seePasskeys, url: pageUrl(settings, paths.accountInfo, language) },
    note: fill(m.passkeyNote, { url: newPasswordUrl(settings, language) }),
  })
}

export function lineConnectedMail(settings: Settings, { email, username, language }: Recipient): Mail {
  const m = texts[language]
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.lineSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.line],
    action: { label: m.seeAccount, url: pageUrl(settings, paths.accountInfo, language) },
    note: fill(m.lineNote, { url: newPasswordUrl(settings, language) }),
  })
}

/** `cancelled` counts the tickets that were cancelled with the account. */
export function accountDeletedMail(
  settings: Settings,
  { email, username, language }: Recipient,
  cancelled: number,
): Mail {
  const m = texts[language]
  const tickets = counted(cancelled, m.deletedTickets_one, m.deletedTickets_other, {}, language)
  return composeMail(settings, {
    to: email,
    language,
    subject: fill(m.deletedSubject, { brand: settings.BRAND_NAME }),
    paragraphs: [helloTo(username, language), m.deleted, ...(cancelled === 0 ? [] : [tickets]), m.deletedLast],
    note: m.deletedNote,
  })
}

function newPasswordUrl(settings: Settings, language: Language): string {
  return pageUrl(settings, paths.forgotPassword, language)
}
