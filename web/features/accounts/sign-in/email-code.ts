import { requestCode, signInByEmail } from '#contract/accounts/email-sign-in.ts'
import { call } from '#web/lib/api/call.ts'
import { clockNow } from '#web/lib/clock.ts'
import { signIn } from '#web/lib/session/session.ts'
import { readItem, writeItem } from '#web/lib/storage/storage.ts'

/** A code that this browser has asked for. In local storage, because the mailed link opens in another tab, and a phone may close
 *  this one while its owner reads the mail. */
export interface AskedCode {
  /** The secret with which the code works. */
  browser: string
  email: string
  /** For the account, if there is none yet; '' if it was not asked. */
  name: string
  /** The page to which the mailed link leads. */
  next: string
  /** In milliseconds since 1970. */
  at: number
}

const key = 'sign_in_code'
const lifetime = 10 * 60_000

/** Null if there is none, or it has expired. */
export function readAskedCode(): AskedCode | null {
  try {
    const asked = JSON.parse(readItem('localStorage', key) ?? 'null') as AskedCode | null
    return asked !== null && clockNow() < asked.at + lifetime ? asked : null
  } catch {
    return null
  }
}

/** Mails a code, which ends an older one. Throws ApiError. */
export async function askForCode(person: Pick<AskedCode, 'email' | 'name' | 'next'>): Promise<AskedCode> {
  const browser = readAskedCode()?.browser ?? newSecret()
  await call(requestCode, { body: { email: person.email, browser } })
  const asked = { ...person, browser, at: clockNow() }
  writeItem('localStorage', key, JSON.stringify(asked))
  return asked
}

/** Signs in with the code or the mailed link and stores the session. Throws ApiError. */
export async function signInWithCode(
  { browser, name }: AskedCode,
  proof: { code: string } | { link: string },
): Promise<void> {
  const reply = await call(signInByEmail, { body: { browser, ...proof, ...(name && { name }) } })
  writeItem('localStorage', key, 'null')
  signIn(reply)
}

/** 32 random bytes in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
