import { Transform } from 'node:stream'
import { pictureWidths } from '#contract/pictures.ts'

const privateName = /private-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp/g
const address = /\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d{1,5}\.webp/g
/** In characters, more than any address of a picture has: the end of a chunk may be the beginning of an address. */
const overlap = 100

/** Finds the pictures that rows name, in whichever column of whichever table. */
export class PictureNames {
  /** Names of the files of the pictures found, in every width; private ones have one. */
  readonly files = new Set<string>()

  /** Passes rows on, and finds the pictures in them. */
  reader(): Transform {
    let end = ''
    return new Transform({
      transform: (chunk: Buffer, _, done) => {
        const text = end + chunk.toString('latin1')
        for (const [, picture] of text.matchAll(address)) {
          for (const width of pictureWidths) this.files.add(`${picture}-${width}.webp`)
        }
        for (const [name] of text.matchAll(privateName)) this.files.add(name)
        end = text.slice(-overlap)
        done(null, chunk)
      },
    })
  }
}
