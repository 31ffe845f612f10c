import { isReachedFromOutside } from '#server/lib/security/addresses.ts'
import { readSettings, type Settings } from '#server/lib/settings/settings.ts'
import { checkDatabase, checkPooler, checkReplica, type FindDatabase } from './database.ts'
import { checkBackups, checkDisk, checkPictures } from './disk.ts'
import { type Finding, fine, problem } from './finding.ts'
import { checkAppleWallet, checkCertificate, checkGoogleWallet, checkLine, checkMail } from './outside.ts'

/** Checks everything that the product needs; changes nothing, and sends no mail. Each line says what is fine, or what to fix.
 *  No line shows a secret. `isFine` is false if anything must be fixed. */
export async function examine(
  env: Record<string, string | undefined>,
  find: FindDatabase,
  now = new Date(),
): Promise<{ text: string; isFine: boolean }> {
  const [settings, ofSettings] = checkSettings(env)
  const findings = settings === null ? ofSettings : [...ofSettings, ...(await checkAll(settings, find, now))]
  const lines = findings.map(({ about, says, isFine }) => `${isFine ? 'ok  ' : 'FIX '}  ${about.padEnd(11)}  ${says}`)
  const wrong = findings.filter(({ isFine }) => !isFine).length
  const end =
    settings === null
      ? 'The rest is checked once the settings are valid.'
      : wrong === 0
        ? 'Nothing needs to be fixed.'
        : `To fix: ${wrong}.`
  return { text: withoutSecrets([...lines, '', end].join('\n'), env), isFine: wrong === 0 }
}

async function checkAll(settings: Settings, find: FindDatabase, now: Date): Promise<Finding[]> {
  const found = await Promise.all([
    checkDatabase(settings, find),
    checkPooler(settings),
    checkReplica(settings),
    checkDisk(settings),
    checkMail(settings),
    checkLine(settings),
    checkCertificate(settings, now),
    checkPictures(settings),
    checkBackups(settings, now),
    checkAppleWallet(settings, now),
    checkGoogleWallet(settings),
  ])
  return found.flat()
}

const secretSettings = /SECRET|TOKEN|_KEY|KEY_ID/

/** Hides passwords in whatever a mail server or a database says. */
function withoutSecrets(text: string, env: Record<string, string | undefined>): string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    if (secretSettings.test(name)) return [value]
    if (!/_URL$/.test(name) || !URL.canParse(value)) return []
    const { password } = new URL(value)
    return [password, decoded(password)]
  })
  return secrets.filter((secret) => secret.length > 3).reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}

/** The text itself if it has a bare percent sign, which the libraries accept in passwords. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const settingsSubject = 'settings'

/** Reads the settings; null if that fails, with a finding for each reason. */
function checkSettings(env: Record<string, string | undefined>): [Settings | null, Finding[]] {
  try {
    const settings = readSettings(env)
    const wrong = contradictions(settings)
    return [settings, wrong.length === 0 ? [fine(settingsSubject, 'All settings are valid and consistent.')] : wrong]
  } catch (error) {
    const lines = (error as Error).message.split('\n').map((line) => line.trim())
    return [null, lines.filter((line) => !line.endsWith(':')).map((line) => problem(settingsSubject, line))]
  }
}

/** Settings that are valid on their own but contradict one another. */
function contradictions(settings: Settings): Finding[] {
  const { PUBLIC_URL, SMTP_URL, TRUST_PROXY, RATE_LIMIT_SCALE, SLIP_VERIFIER_URL, SLIP_VERIFIER_TOKEN } = settings
  const { OPERATOR_NAME, CONTACT_EMAIL } = settings
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
    [
      isPublic && (OPERATOR_NAME === undefined || CONTACT_EMAIL === undefined),
      'OPERATOR_NAME or CONTACT_EMAIL is not set: the legal and contact pages do not say who runs this site. Set both.',
    ],
    [isPublic && RATE_LIMIT_SCALE === 0, 'RATE_LIMIT_SCALE is 0: passwords can be guessed without limit. Set it to 1.'],
    [
      SLIP_VERIFIER_TOKEN !== undefined && SLIP_VERIFIER_URL === undefined,
      'SLIP_VERIFIER_TOKEN has no effect without SLIP_VERIFIER_URL. Set both or none.',
    ],
  ]
  return cases.filter(([isSo]) => isSo).map(([, says]) => problem(settingsSubject, says))
}
