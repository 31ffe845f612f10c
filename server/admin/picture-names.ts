import { Transform } from 'node:stream'
import { pictureWidths } from '#contract/pictures.ts'

const address = /\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.webp/g
/** Longer than any such address: what a chunk ends with may be the beginning of one. */
const overlap = 100

/** Finds the pictures that the tables name, in whichever column of whichever table that is. */
export class PictureNames {
  /** Of each picture the file of every width. */
  readonly files = new Set<string>()

  /** Passes rows on, and reads along. */
  reader(): Transform {
    let end = ''
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const text = end + chunk.toString('latin1')
        for (const [, picture] of text.matchAll(address)) {
          for (const width of pictureWidths) this.files.add(`${picture}-${width}.webp`)
        }
        end = text.slice(-overlap)
        done(null, chunk)
      },
    })
  }
}
