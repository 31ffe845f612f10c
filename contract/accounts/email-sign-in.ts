import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Email } from '#contract/fields.ts'
import { optionalName } from '#contract/names.ts'
import { inAscii } from '#contract/numbers.ts'
import { SignedIn } from './auth.schemas.ts'

export const codeLimits = { digits: 6, tries: 5, minutes: 10 }

/** A random text that the browser makes and keeps: what it asks for works only together with it. 32 bytes in base64url. */
export const BrowserSecret = z
  .string({ error: 'The secret of the browser is missing.' })
  .regex(/^[\w-]{43}$/, 'The secret of the browser must be 32 bytes in base64url.')

/** As typed or pasted: '123 456' and '๑๒๓-๔๕๖' are 123456. */
export const SignInCode = z
  .string({ error: 'Enter the code from the email.' })
  .max(100, 'The code has six digits.')
  .transform((typed) => inAscii(typed.normalize('NFKC')).replace(/[\s\p{Pd}\p{Cf}.]/gu, ''))
  .pipe(
    z
      .string()
      .min(1, 'Enter the code from the email.')
      .regex(/^\d{6}$/, 'The code has six digits.'),
  )

const FullName = optionalName('Name', 150)

export const codeTexts = { sent: 'Check your email for a code.' }

/** Mails a code and a link. Answers the same for every address. A newer request of the same browser ends the older one. */
export const requestCode = {
  method: 'POST',
  url: '/api/users/sign-in-code',
  schema: {
    summary: 'Mail a code to sign in without a password',
    body: z.object({ email: Email, browser: BrowserSecret }),
    response: { 200: z.object({ message: z.string() }) },
  },
  config: { access: 'anyone', limit: 'sign_in_code', send: 'json' },
} satisfies Endpoint

/**
 * Signs in with the mailed code, or with the last part of the mailed link; an email without an account gets one, for which
 * `name` is needed (`name_needed`, which leaves the code valid). Either works once, for ten minutes and five tries
 * (`sign_in_code_over`), in the browser that asked.
 */
export const signInByEmail = {
  method: 'POST',
  url: '/api/users/sign-in-code/use',
  schema: {
    summary: 'Sign in with a mailed code or link',
    body: z
      .object({
        browser: BrowserSecret,
        code: SignInCode.optional(),
        link: z.string().max(200).optional(),
        name: FullName.optional(),
      })
      .refine(({ code, link }) => (code === undefined) !== (link === undefined), {
        path: ['code'],
        message: 'Enter the code from the email.',
      }),
    refusals: ['sign_in_code_wrong', 'sign_in_code_over', 'name_needed'],
    response: { 200: SignedIn },
  },
  config: { access: 'anyone', limit: 'login', send: 'json' },
} satisfies Endpoint
