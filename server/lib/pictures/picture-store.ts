import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '#server/lib/errors/app-error.ts'
import { privateFile, privateFolder } from '#server/lib/settings/data-folder.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Stores files under generated names, never under user input. */
export interface PictureStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null if the file does not exist. */
  get(name: string): Promise<{ content: Readable; size: number } | null>
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>
}

/** The configured bucket, or else a folder in the data folder. `timeoutMs` is for one call to the bucket, with its body. */
export function openPictureStore(settings: Settings, timeoutMs = 8_000): PictureStore {
  return openBucket(settings, timeoutMs) ?? openPictureFolder(settings)
}

/** A folder in the data folder. Stored files survive a power cut. Throws `unavailable` if it cannot be written. */
function openPictureFolder(settings: Settings): PictureStore {
  const folder = path.resolve(settings.DATA_DIR, 'pictures')
  return {
    async put(name, content) {
      try {
        await mkdir(folder, { recursive: true, mode: privateFolder })
        await writeFile(path.join(folder, name), content, { mode: privateFile, flush: true })
        await sync(folder)
      } catch (error) {
        throw away(error)
      }
    },
    async get(name) {
      const file = await open(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (file === null) return null
      return { content: file.createReadStream(), size: (await file.stat()).size }
    },
    async remove(name) {
      await rm(path.join(folder, name), { force: true })
    },
  }
}

/** A new file's name belongs to the folder, which must be synced separately. */
async function sync(folder: string): Promise<void> {
  // Some systems cannot open folders; they do not need it.
  const handle = await open(folder).catch(() => null)
  await handle?.sync().finally(() => handle.close())
}

/** The store cannot be used now: the disk is full, or the network is down. */
function away(cause: unknown): AppError {
  return new AppError('unavailable', { cause })
}

const attempts = 3
const pauseMs = 100

/** A bucket of any S3-compatible store, with paths (`endpoint/bucket/key`), which all of them support. Null if none is
 *  configured. Throws `unavailable` if the store does not respond properly. */
function openBucket(settings: Settings, timeoutMs: number): PictureStore | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: 's3',
  })
  const address = (name: string) => `${S3_ENDPOINT.replace(/\/+$/, '')}/${S3_BUCKET}/pictures/${name}`

  /** Asks again while the store is busy. */
  async function ask(method: string, name: string, more: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    for (let attempt = 1; ; attempt++) {
      // No redirects: only the store chosen by the operator is asked.
      const request = await client.sign(address(name), { method, redirect: 'manual', ...more })
      // The signal is given here, because in Node 20 that of a Request is lost when garbage is collected.
      const response = await fetch(request, { signal })
      if ((response.status < 500 && response.status !== 429) || attempt === attempts) return response
      await response.body?.cancel()
      await setTimeout(pauseMs * attempt)
    }
  }

  async function call(method: string, name: string, more: RequestInit = {}): Promise<Response> {
    const response = await ask(method, name, more).catch((error) => {
      throw away(error)
    })
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    await response.body?.cancel()
    throw away(new Error(`the picture store answered ${response.status} to ${method}`))
  }

  return {
    async put(name, content) {
      const response = await call('PUT', name, {
        body: new Uint8Array(content),
        headers: { 'content-type': 'image/webp' },
      })
      await response.body?.cancel()
    },
    async get(name) {
      const response = await call('GET', name)
      if (response.status === 404 || response.body === null) {
        await response.body?.cancel()
        return null
      }
      const content = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
      return { content, size: Number(response.headers.get('content-length')) }
    },
    async remove(name) {
      const response = await call('DELETE', name)
      await response.body?.cancel()
    },
  }
}
