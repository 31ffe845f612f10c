import { z } from 'zod'
import { Password } from '#contract/accounts/auth.schemas.ts'
import { passwordsDiffer } from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { Message } from '#contract/fields.ts'

export const PasswordChange = z
  .object({
    current_password: z
      .string({ error: errors.password_needed.message })
      .min(1, errors.password_needed.message)
      .max(1_000, errors.wrong_password.message),
    new_password: Password,
    confirm_password: z.string({ error: 'Confirm your password.' }).min(1, 'Confirm your password.'),
  })
  .refine((form) => form.new_password === form.confirm_password, {
    path: ['confirm_password'],
    message: passwordsDiffer,
  })
export type PasswordChange = z.output<typeof PasswordChange>

/** Ends all other sessions of the user and mails them a notice. `password_missing` if the account has no password:
 *  `forgotPassword` sets one. */
export const changePassword = {
  method: 'POST',
  url: '/api/users/change-password',
  schema: {
    summary: 'Change your password',
    body: PasswordChange,
    refusals: ['password_missing', 'wrong_password', 'sign_in_busy'],
    response: { 200: Message },
  },
  config: { access: 'signed-in', limit: 'write', send: 'json' },
} satisfies Endpoint
