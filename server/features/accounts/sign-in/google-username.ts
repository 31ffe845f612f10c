import { randomInt } from 'node:crypto'
import { usernameLength } from '#contract/accounts/auth.ts'
import type { GoogleIdentity } from '#server/lib/security/google.ts'

/**
 * A username for somebody who comes with Google for the first time: the ASCII letters of their name, with random digits
 * from the second `attempt` on, more each time. Others read usernames, so it says nothing of the email: a name whose
 * letters are those of the address gives way to the given name alone, and that to a neutral word.
 */
export function usernameFor(google: Pick<GoogleIdentity, 'given_name' | 'family_name' | 'email'>, attempt: number) {
  const address = lettersOf(google.email.split('@')[0] ?? '')
  const names = [lettersOf(google.given_name + google.family_name), lettersOf(google.given_name)]
  const name = names.find((letters) => letters.length >= usernameLength.min && letters !== address)
  if (name !== undefined && attempt === 1) return name
  const digits = randomInt(10 ** (attempt + 2), 10 ** (attempt + 3))
  return `${name ?? 'guest'}${digits}`
}

/** At most 100, without accents, in lower case. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
    .slice(0, 100)
}
