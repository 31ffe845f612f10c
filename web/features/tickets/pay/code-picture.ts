import encodeQR from 'qr'

/** Pixels of one square of the code: large enough for a phone's gallery, small enough to send. */
const scale = 12
const lineHeight = 44

/** The code as a picture to be opened in a banking app, with what it is for below it. Throws where the browser cannot. */
export async function codePicture(code: string, lines: string[], name: string): Promise<File> {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = rows.length * scale
  canvas.height = canvas.width + lines.length * lineHeight
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('The browser draws no pictures.')
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) if (dark) drawing.fillRect(x * scale, y * scale, scale, scale)
  }
  drawing.font = '28px sans-serif'
  drawing.textAlign = 'center'
  for (const [place, line] of lines.entries()) {
    drawing.fillText(line, canvas.width / 2, canvas.width + place * lineHeight + 12, canvas.width - 4 * scale)
  }
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (made === null) throw new Error('The browser made no picture.')
  return new File([made], name, { type: 'image/png' })
}
