import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProgram } from '#server/testing/programs/start-program.ts'
import { startMapService } from './map-service.ts'

/** The secret that signs the sessions of the product under test, so that a journey can sign an expired one. */
export const tokenSecret = 'journeys sign expired tokens themselves'

/** Starts the services that all journeys share, and stops them after the last one. */
export default async function startShared() {
  const map = await startMapService()
  // The settings apply also to servers that some journeys start themselves.
  Object.assign(process.env, map.settings)
  const product = await startProduct({})
  process.env.PRODUCT_URL = product.address
  process.env.PRODUCT_DATA = product.dataDir

  return async () => {
    await product.stop()
    map.stop()
  }
}

/** Starts the built product on a free port and an empty data folder. */
export async function startProduct(settings: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-journeys-'))
  const product = startProgram('build/main.js', {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'false',
    RATE_LIMIT_SCALE: '0',
    TOKEN_SECRET: tokenSecret,
    WEBHOOKS_INSIDE: 'true',
    ...settings,
  })
  const address = await product.url
  if (address === null) throw new Error(`The product ended before it listened: ${product.output()}`)

  return {
    address,
    dataDir,
    stop: async () => {
      product.process.kill('SIGTERM')
      await product.ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
