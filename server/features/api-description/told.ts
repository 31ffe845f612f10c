import type { z } from 'zod'
import { Password, passwordLength, Username } from '#contract/accounts/auth.ts'
import { PhoneNumber } from '#contract/accounts/phone-number.ts'
import { NearPoint } from '#contract/events/event-list.ts'
import { WebAddress } from '#contract/fields.ts'

/** What a schema checks by a function, in the words of JSON Schema as far as it has any. */
export const told = new Map<unknown, object>([
  [Password, { minLength: passwordLength.min, maxLength: passwordLength.max }],
  [Username, { description: 'Letters and digits of any language, and @ . + - _' }],
  [
    PhoneNumber,
    {
      description: 'Ten digits, with blanks and dashes between them or without, or after the code of Thailand.',
      examples: ['0812345678'],
    },
  ],
  [NearPoint, { pattern: '^-?\\d{1,2}(\\.\\d{1,15})?,-?\\d{1,3}(\\.\\d{1,15})?$', examples: ['13.76,100.50'] }],
  [WebAddress, { description: 'An address that begins with http:// or https://, or nothing.' }],
] satisfies [z.ZodType, object][])
