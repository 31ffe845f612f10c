import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requestCode, signInByEmail } from '#contract/accounts/passwordless.ts'
import { startGoogleWallet, walletEnv } from '#server/testing/applications/wallets.ts'
import { startLineServer } from '#server/testing/sign-in/line.ts'
import { test as base, type Makers, type Person } from './fixtures.ts'
import { type Google, startGoogle } from './google.ts'
import { openMailbox } from './mailbox.ts'
import { startProduct } from './product.ts'

export { expect } from './fixtures.ts'

interface Outside {
  url: string
  dataDir: string
  mailbox: Awaited<ReturnType<typeof openMailbox>>
  google: Google
  line: Awaited<ReturnType<typeof startLineServer>>
  wallet: Awaited<ReturnType<typeof startGoogleWallet>>
}

export const mapsLibrary = 'https://maps.googleapis.com/maps/api/js**'

/** For journeys that need their own server, which sends mail over SMTP, accepts sign-ins by Google and LINE, puts
 *  tickets into wallets, and shows Google's maps, which stay empty unless a journey stands in for them. */
export const test = base.extend<object, { outside: Outside }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from the pattern
    async ({}, use) => {
      const mailbox = await openMailbox()
      const google = await startGoogle('journeys.example')
      const line = await startLineServer()
      const [wallet, keys] = [await startGoogleWallet(), await mkdtemp(path.join(tmpdir(), 'ruam-keys-'))]
      const wallets = { ...walletEnv(keys, { tokenUrl: `${wallet.url}/token` }), GOOGLE_WALLET_URL: wallet.url }
      // Chosen here and not by the system, because links in mails contain the port.
      const port = String(await freePort())
      const maps = { GOOGLE_MAPS_API_KEY: 'a-key' }
      const settings = { PORT: port, SMTP_URL: mailbox.url, ...google.settings, ...line.env, ...wallets, ...maps }
      const product = await startProduct(settings)
      await use({ url: product.address, dataDir: product.dataDir, mailbox, google, line, wallet })
      await product.stop()
      await google.stop()
      await line.stop()
      wallet.stop()
      await rm(keys, { recursive: true })
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ outside }, use) => use(outside.url),
  page: async ({ page, outside }, use) => {
    await outside.google.standIn(page)
    await page.route(mapsLibrary, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await use(page)
  },
})

/** An organizer with a verified email, who signed up by code. */
export async function addOrganizer(makers: Makers, mailbox: Outside['mailbox']): Promise<Person> {
  const username = makers.uniqueName()
  const email = `${username}@example.com`
  const browser = randomBytes(32).toString('base64url')
  await makers.send('post', requestCode.url, { data: { email, browser } })
  const { code } = await mailbox.codeTo(email)
  const person = await makers.send('post', signInByEmail.url, { data: { browser, code, name: 'Nok' } })
  const application = {
    organizer_name: `House of ${username}`,
    email: 'team@example.com',
    organization_type: 'COMPANY',
  }
  await makers.send('post', '/api/organizers/apply-organizer', { data: application }, person)
  return person
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
