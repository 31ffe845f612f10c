import { isReachedFromOutside } from '#server/lib/security/addresses.ts'
import { readSettings, type Settings } from '#server/lib/settings/settings.ts'
import { type Finding, holds, mend } from './finding.ts'

const about = 'settings'

/** Reads the settings; null if that fails, with a finding for each reason. */
export function checkSettings(env: Record<string, string | undefined>): [Settings | null, Finding[]] {
  try {
    const settings = readSettings(env)
    const wrong = contradictions(settings)
    return [settings, wrong.length === 0 ? [holds(about, 'All settings can be read, and fit together.')] : wrong]
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim())
    return [null, lines.filter((line) => !line.endsWith(':')).map((line) => mend(about, line))]
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
      'Mails leave by SMTP_URL, but their links lead to this machine. Set PUBLIC_URL to where people reach the site.',
    ],
    [
      isPublic && !isSecure,
      'PUBLIC_URL begins with http://: browsers then refuse the camera at the door, and passwords travel openly. Put the site behind https.',
    ],
    [
      isPublic && isSecure && TRUST_PROXY === undefined,
      'People come over https, so through a proxy, but TRUST_PROXY is not set: limits count all of them as one address. Set it to the address of the proxy.',
    ],
    [
      isPublic && SMTP_URL === undefined,
      'SMTP_URL is not set: mails become files, and whoever forgets a password gets no link. Set it before strangers come.',
    ],
    [isPublic && RATE_LIMIT_SCALE === 0, 'RATE_LIMIT_SCALE is 0: passwords can be tried without end. Set it to 1.'],
    [
      SLIP_VERIFIER_TOKEN !== undefined && SLIP_VERIFIER_URL === undefined,
      'SLIP_VERIFIER_TOKEN has no effect without SLIP_VERIFIER_URL. Set both or none.',
    ],
  ]
  return cases.filter(([isSo]) => isSo).map(([, says]) => mend(about, says))
}
