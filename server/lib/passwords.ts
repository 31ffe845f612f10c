import { hash as argon2, verify } from '@node-rs/argon2'

/** 19 MiB, two passes, one lane: the first choice of OWASP's Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** An argon2id hash in its standard text form; computed off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return argon2(password, cost)
}

let nobody: Promise<string> | undefined

/** Whether `password` is the one that was hashed. Without a hash it takes just as long and answers false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobody ??= hashPassword('the password of nobody')
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && passwordHash !== null
}
