import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startMapService } from './map-service.ts'
import { tokenSecret } from './token-secret.ts'

/** Starts the services that all journeys share, and stops them after the last one. */
export default async function startWorld() {
  const map = await startMapService()
  // The settings apply also to servers that some journeys start themselves.
  Object.assign(process.env, map.settings)
  const product = await startProduct({})
  process.env.PRODUCT_URL = product.address

  return async () => {
    await product.stop()
    map.stop()
  }
}

/** Starts the built product on a free port and an empty data folder. */
export async function startProduct(settings: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruam-journeys-'))
  const product = spawn(process.execPath, ['build/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'false',
      RATE_LIMIT_SCALE: '0',
      TOKEN_SECRET: tokenSecret,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(product)

  return {
    address,
    stop: async () => {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function addressOf(product: ReturnType<typeof spawn>): Promise<string> {
  if (product.stdout === null) throw new Error('the product has no output')
  for await (const line of createInterface({ input: product.stdout })) {
    const address = /running on (http:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the product ended before it was running')
}
