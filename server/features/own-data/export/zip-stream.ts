import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of a ZIP file. */
export interface ZipEntry {
  name: string
  content: Readable
  /** Pictures are compressed already. */
  compress: boolean
}

/** A ZIP file that is made while it is read: a file is asked for when the one before it has been read. Where making one
 *  fails, reading fails; where nobody reads on, what was open is closed. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  const over = new AbortController()
  output.once('close', () => over.abort())
  zip.on('error', (error) => output.destroy(error as Error))
  write(zip, entries, over.signal).catch((error) => output.destroy(error))
  return output
}

async function write(zip: ZipFile, entries: AsyncIterable<ZipEntry>, signal: AbortSignal): Promise<void> {
  for await (const { name, content, compress } of entries) {
    zip.addReadStream(content, name, { compress })
    try {
      await once(content, 'end', { signal })
    } finally {
      content.destroy()
    }
  }
  zip.end()
}
