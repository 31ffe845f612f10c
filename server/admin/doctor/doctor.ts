import type { Settings } from '#server/lib/settings/settings.ts'
import { checkDatabase, checkPooler, checkReplica, type FindDatabase } from './database.ts'
import { checkBackups, checkDisk, checkPictures } from './disk.ts'
import type { Finding } from './finding.ts'
import { checkCertificate, checkMail } from './outside.ts'
import { checkSettings } from './settings.ts'

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
    checkCertificate(settings, now),
    checkPictures(settings),
    checkBackups(settings, now),
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
    return [password, decodeURIComponent(password)]
  })
  return secrets.filter((secret) => secret.length > 3).reduce((shown, secret) => shown.replaceAll(secret, '***'), text)
}
