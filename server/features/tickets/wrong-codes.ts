import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'

interface Trying {
  /** '' or undefined for none. */
  code: string | undefined
  /** Null for a visitor. */
  userId: number | null
  address: string
}

/** Does what needs a code. Codes that do not exist are counted by account and address, so that nobody finds one by guessing. */
export async function withCode<T>(
  { limits }: Context,
  { code, userId, address }: Trying,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work()
  await limits.refuseSpent('wrong_code_address', address)
  if (userId !== null) await limits.refuseSpent('wrong_code_user', String(userId))
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'code_not_found') {
      await limits.consume('wrong_code_address', address)
      if (userId !== null) await limits.consume('wrong_code_user', String(userId))
    }
    throw error
  }
}
