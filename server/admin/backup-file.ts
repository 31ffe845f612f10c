import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { drain, Manifest, Measure, manifestName } from './backup-format.ts'

/** A backup that was opened for reading. */
export class BackupFile {
  readonly manifest: Manifest
  readonly #zip: ZipFile
  readonly #entries: Map<string, Entry>

  private constructor(zip: ZipFile, entries: Map<string, Entry>, manifest: Manifest) {
    this.#zip = zip
    this.#entries = entries
    this.manifest = manifest
  }

  static async open(path: string): Promise<BackupFile> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new Error(
          error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} is no backup: ${error.message}.`,
        )
      },
    )
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const described = entries.get(manifestName)
    const manifest = Manifest.safeParse(described ? await json(await zip.openReadStreamPromise(described)) : null)
    if (manifest.success) return new BackupFile(zip, entries, manifest.data)
    zip.close()
    throw new Error(`${path} is no backup that this program can read.`)
  }

  /** Reads the whole file. Throws unless it holds exactly what it held when it was made. */
  async verify(): Promise<void> {
    const names = Object.keys(this.manifest.files)
    const extra = [...this.#entries.keys()].find((name) => name !== manifestName && !(name in this.manifest.files))
    if (extra) throw new Error(`The backup is damaged: ${extra} is not part of it.`)
    for (const name of names) {
      const measure = new Measure()
      const isRead = await this.read(name)
        .then((content) => pipeline(content, measure, drain))
        .then(
          () => true,
          () => false,
        )
      const { bytes, sha256 } = this.manifest.files[name] ?? {}
      if (!isRead || measure.bytes !== bytes || measure.sha256() !== sha256) {
        throw new Error(`The backup is damaged: ${name} is not what it was.`)
      }
    }
  }

  async read(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new Error(`The backup is damaged: ${name} is missing.`)
    return this.#zip.openReadStreamPromise(entry)
  }

  /** The files of one folder, without its name. */
  namesIn(folder: 'pictures' | 'keys'): string[] {
    const start = `${folder}/`
    return Object.keys(this.manifest.files)
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length))
  }

  close(): void {
    this.#zip.close()
  }
}
