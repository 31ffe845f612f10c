import { availableParallelism } from 'node:os'
import { hash as argon2, verify } from '@node-rs/argon2'
import { AppError } from '#server/lib/errors/app-error.ts'
import { Gate } from '#server/lib/jobs/gate.ts'

/** 19 MiB, two passes, one lane: the first choice of OWASP's Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is slow on purpose: more at once would be no faster, and a flood of logins must not take over the machine. */
const atOnce = Math.min(4, Math.max(2, availableParallelism()))
const gate = new Gate(atOnce, 100, () => new AppError('sign_in_busy'))

/** An argon2id hash in its standard text form, computed off the main thread. Throws `sign_in_busy` if too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => argon2(password, cost))
}

let nobody: Promise<string> | undefined

/** Whether `password` matches the hash. Without a hash it takes just as long and returns false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  nobody ??= argon2('the password of nobody', cost)
  const hash = passwordHash ?? (await nobody)
  const matches = await gate.run(() => verify(hash, password))
  return matches && passwordHash !== null
}
