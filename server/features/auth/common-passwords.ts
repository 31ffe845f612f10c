let mostCommon: Promise<Set<string>> | undefined

/** Whether a password is among the 3,000 that people use most, without regard to case (list of zxcvbn). */
export async function isCommonPassword(password: string): Promise<boolean> {
  mostCommon ??= load()
  return (await mostCommon).has(password.toLowerCase())
}

/** Loaded on first use: the list is large, and most processes start without needing it at once. */
async function load(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, 3_000))
}
