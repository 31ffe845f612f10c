import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'

/** The only key pair that s3rver knows. */
const key = 'S3RVER'

/** A real S3 server on loopback with one bucket, closed at the end of the test. */
export async function startS3() {
  const directory = await mkdtemp(path.join(tmpdir(), 'ruam-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'ruam', configs: [] }],
  })
  const { port } = await server.run()
  let running = true
  const stop = async () => {
    if (running) await server.close()
    running = false
  }
  onTestFinished(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })

  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'ruam',
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    stop,
    /** Names of the pictures in the bucket. */
    pictures: async () => {
      const files = await readdir(path.join(directory, 'ruam', 'pictures')).catch(() => [])
      return files.flatMap((name) => /^(.*\.webp)\._S3rver_object$/.exec(name)?.[1] ?? []).sort()
    },
  }
}
