import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Settings } from '#server/lib/settings/settings.ts'
import { away, type PictureStore } from './picture-folder.ts'

/** Milliseconds for one call, its body included. */
const timeoutMs = 8_000

/** A bucket of any S3-compatible store, addressed by path (`endpoint/bucket/key`), which all of them understand. Null
 *  where none is set. Throws `unavailable` where the store does not answer as it should. */
export function openBucket(settings: Settings): PictureStore | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: 's3',
    retries: 2,
  })
  const address = (name: string) => `${S3_ENDPOINT.replace(/\/+$/, '')}/${S3_BUCKET}/pictures/${name}`

  async function call(method: string, name: string, more: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    // Where the operator says, and nowhere else: what is asked for leads to no other address.
    const response = await client
      .fetch(address(name), { method, signal, redirect: 'manual', ...more })
      .catch((error) => {
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
