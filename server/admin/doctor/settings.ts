import { isReachedFromOutside } from '#server/lib/security/addresses.ts'
import { readSettings, type Settings } from '#server/lib/settings/settings.ts'
import { type Finding, fine, problem } from './finding.ts'

const about = 'settings'

/** Reads the settings; null if that fails, with a finding for each reason. */
export function checkSettings(env: Record<string, string | undefined>): [Settings | null, Finding[]] {
  try {
    const settings = readSettings(env)
    const wrong = contradictions(settings)
    return [settings, wrong.length === 0 ? [fine(about, 'All settings are valid and consistent.')] : wrong]
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim())
    return [null, lines.filter((line) => !line.endsWith(':')).map((line) => problem(about, line))]
  }
}

/** Settings that are valid on their own but contradict one another. */
function contradictions(settings: Settings): Finding[] {
  const { PUBLIC_URL, SMTP_URL, TRUST_PROXY, RATE_LIMIT_SCALE, SLIP_VERIFIER_URL, SLIP_VERIFIER_TOKEN } = settings
  const isPublic = isReachedFromOutside(settings)
  const isSecure = PUBLIC_URL?.startsWith('https:')
  const cases: [boolean | undefined, string][] = [
    [
      SMTP_URL !== undefined && !isPublic,
      "Mails are sent by SMTP_URL, but their links lead to this machine. Set PUBLIC_URL to the site's public address.",
    ],
    [
      isPublic && !isSecure,
      'PUBLIC_URL starts with http://: browsers then refuse the camera at the door, and passwords are sent unencrypted. Put the site behind https.',
    ],
    [
      isPublic && isSecure && TRUST_PROXY === undefined,
      'The site uses https, so there is a proxy, but TRUST_PROXY is not set: rate limits count everybody as one address. Set it to the address of the proxy.',
    ],
    [
      isPublic && SMTP_URL === undefined,
      'SMTP_URL is not set: mails are stored as files, and people who forget their password get no link. Set it before the site is public.',
    ],
    [isPublic && RATE_LIMIT_SCALE === 0, 'RATE_LIMIT_SCALE is 0: passwords can be guessed without limit. Set it to 1.'],
    [
      SLIP_VERIFIER_TOKEN !== undefined && SLIP_VERIFIER_URL === undefined,
      'SLIP_VERIFIER_TOKEN has no effect without SLIP_VERIFIER_URL. Set both or none.',
    ],
  ]
  return cases.filter(([isSo]) => isSo).map(([, says]) => problem(about, says))
}
