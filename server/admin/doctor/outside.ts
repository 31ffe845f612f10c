import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { paths } from '#contract/paths.ts'
import { mailFolder, openMailer } from '#server/lib/mail/mailer.ts'
import { openLine, openLineMessages } from '#server/lib/security/line.ts'
import { publicUrl } from '#server/lib/settings/public-url.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import { readAppleKeys } from '#server/lib/wallets/apple.ts'
import { openGoogleWallet, readGoogleKeys } from '#server/lib/wallets/google.ts'
import { type Finding, fine, problem, reasonOf } from './finding.ts'

const timeoutMs = 10_000
const dayMs = 24 * 3_600_000
/** A certificate should be renewed before it has this few days left. */
const fewDays = 14

/** Connects to the mail server, and logs in if configured. Sends no mail. */
export async function checkMail(settings: Settings): Promise<Finding> {
  const about = 'mail'
  if (!settings.SMTP_URL) return fine(about, `Mails are files in ${mailFolder(settings)}, because SMTP_URL is not set.`)
  const { host } = new URL(settings.SMTP_URL)
  try {
    await openMailer(settings).greet()
    return fine(about, `The mail server ${host} responds and accepts mail.`)
  } catch (error) {
    return problem(about, `The mail server ${host} cannot be used: ${reasonOf(error)}. Check SMTP_URL.`)
  }
}

/** Asks LINE whether the channels are known. Sends no message. */
export async function checkLine(settings: Settings): Promise<Finding[]> {
  const about = 'LINE'
  const line = openLine(settings)
  if (line === null) {
    const missing = 'LINE_CHANNEL_ID and LINE_CHANNEL_SECRET are not set'
    return [fine(about, `People cannot sign in with LINE, because ${missing}.`)]
  }
  const returnTo = publicUrl(settings, paths.lineReturn)
  const findings: Finding[] = []
  try {
    await line.start({ state: '', nonce: '', verifier: '' }, returnTo)
    findings.push(fine(about, `People can sign in with LINE. Its console must list the callback URL ${returnTo}.`))
  } catch (error) {
    findings.push(problem(about, `LINE cannot be reached: ${reasonOf(error)}. Check LINE_ISSUER and the network.`))
  }
  const messages = openLineMessages(settings)
  if (messages === null) {
    const says = 'Nothing is sent by LINE. To send tickets and reminders there, set LINE_CHANNEL_ACCESS_TOKEN.'
    return [...findings, fine(about, says)]
  }
  try {
    findings.push(fine(about, `Messages can be sent by LINE, as ${await messages.friendUrl()}.`))
  } catch (error) {
    const says = `Messages cannot be sent by LINE: ${reasonOf(error)}. Check LINE_CHANNEL_ACCESS_TOKEN.`
    findings.push(problem(about, says))
  }
  return findings
}

/** Connects to PUBLIC_URL as people do. `ca` is an additional certificate authority, for tests. */
export async function checkCertificate({ PUBLIC_URL }: Settings, now: Date, ca?: string): Promise<Finding[]> {
  const about = 'certificate'
  if (!PUBLIC_URL?.startsWith('https:')) return []
  const { hostname, port } = new URL(PUBLIC_URL)
  const options = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), ...(ca && { ca }) }
  const socket = connect({
    ...options,
    ...(isIP(options.host) === 0 && { servername: hostname }),
    rejectUnauthorized: false,
  })
  socket.on('error', () => undefined)
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) })
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()) / dayMs)
    if (days < 0) return [problem(about, `The certificate of ${PUBLIC_URL} has expired. Renew it.`)]
    if (!socket.authorized) {
      const reason = String(socket.authorizationError)
      return [
        problem(about, `Browsers do not trust the certificate of ${PUBLIC_URL}: ${reason}. Get one for this name.`),
      ]
    }
    if (days < fewDays) return [problem(about, `The certificate of ${PUBLIC_URL} expires in ${days} days. Renew it.`)]
    return [fine(about, `${PUBLIC_URL} is reachable, and its certificate is valid for ${days} days.`)]
  } catch (error) {
    return [problem(about, `${PUBLIC_URL} cannot be reached: ${reasonOf(error)}. Check its DNS name and the proxy.`)]
  } finally {
    socket.destroy()
  }
}

/** Reads the keys for Apple Wallet, and says until when they work. */
export function checkAppleWallet(settings: Settings, now: Date): Finding {
  const about = 'wallets'
  try {
    const keys = readAppleKeys(settings)
    if (keys === null) {
      const missing = 'APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY and APPLE_WWDR_CERTIFICATE are not set'
      return fine(about, `Tickets cannot be added to Apple Wallet, because ${missing}.`)
    }
    const days = Math.floor((keys.expires.getTime() - now.getTime()) / dayMs)
    if (days < 0) return problem(about, 'A certificate for Apple Wallet has expired. Renew it, or passes are refused.')
    if (days < fewDays) return problem(about, `A certificate for Apple Wallet expires in ${days} days. Renew it.`)
    if (!settings.PUBLIC_URL?.startsWith('https:')) {
      return problem(about, 'Passes in Apple Wallet are not updated, because PUBLIC_URL does not start with https://.')
    }
    return fine(about, `Apple Wallet: the certificate for ${keys.passType} is valid for ${days} days.`)
  } catch (error) {
    return problem(about, reasonOf(error))
  }
}

/** Asks Google whether it accepts the key. Changes nothing. */
export async function checkGoogleWallet(settings: Settings): Promise<Finding> {
  const about = 'wallets'
  try {
    const keys = readGoogleKeys(settings)
    if (keys === null) {
      const missing = 'GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_KEY are not set'
      return fine(about, `Tickets cannot be added to Google Wallet, because ${missing}.`)
    }
    await openGoogleWallet(settings, keys).check()
    return fine(about, `Google Wallet: ${keys.account.client_email} may write passes of issuer ${keys.issuer}.`)
  } catch (error) {
    return problem(about, `Google Wallet cannot be used: ${reasonOf(error)}`)
  }
}
