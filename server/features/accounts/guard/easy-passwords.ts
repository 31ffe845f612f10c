import { fieldProblem } from '#contract/fields.ts'
import { invalidFields } from '#server/lib/errors/app-error.ts'

let mostCommon: Promise<Set<string>> | undefined

/** Refuses a password among the 3,000 that people use most (list of zxcvbn), or that is one of `words`: the person's
 *  name, the product's. Case, and for words also spaces and signs, make no difference. */
export async function refuseEasyPassword(field: string, password: string, words: string[]): Promise<void> {
  mostCommon ??= load()
  if ((await mostCommon).has(password.toLowerCase())) {
    throw invalidFields([fieldProblem(field, 'This password is too common. Choose another one.')])
  }
  const bare = lettersOf(password)
  if (bare !== '' && words.some((word) => lettersOf(word) === bare)) {
    throw invalidFields([fieldProblem(field, 'This password is too easy to guess. Choose another one.')])
  }
}

/** The words that others would try first as a person's password: their names and their address. */
export function wordsOf(person: { username: string; email: string; first_name: string; last_name: string }): string[] {
  const { username, email, first_name, last_name } = person
  return [username, email, email.split('@')[0] ?? '', `${first_name}${last_name}`, `${last_name}${first_name}`]
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Loaded on first use: the list is large, and most processes start without needing it at once. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, 3_000))
}
