import { slipVerify } from 'promptparse/generate'
import encodeQR from 'qr'
import sharp from 'sharp'

/** How a picture of a slip was taken. */
export interface Taking {
  /** Pixels of the code with its quiet zone, on a slip of 1080 by 1920. */
  size: number
  /** Standard deviation of the blur, in pixels. */
  blur: number
  /** JPEG quality. */
  quality: number
  /** Degrees. */
  turned: number
  /** Photographed from a screen with another phone, including the surroundings. */
  photographed: boolean
}

/** Every combination of these. */
export const takings: Taking[] = [90, 120, 150, 210].flatMap((size) =>
  [1, 2, 3].flatMap((blur) =>
    [40, 70].flatMap((quality) =>
      [0, 3].flatMap((turned) => [false, true].map((photographed) => ({ size, blur, quality, turned, photographed }))),
    ),
  ),
)

export const textOn = (number: number) =>
  slipVerify({ sendingBank: '004', transRef: `0150121502${String(number).padStart(2, '0')}BPP0${1234 + number}` })

/** The picture of a slip like those of Thai banks: names, amounts, a logo, and the code at the lower right. */
export async function pictureOf(text: string, { size, blur, quality, turned, photographed }: Taking): Promise<Buffer> {
  const code = await sharp(Buffer.from(encodeQR(text, 'svg', { border: 2 })))
    .resize(size, size, { kernel: 'nearest' })
    .png()
    .toBuffer()
  let slip = sharp(Buffer.from(paper)).composite([{ input: code, left: 1_010 - size, top: 1_780 - size }])
  slip = sharp(await slip.png().toBuffer())
  if (turned !== 0) slip = sharp(await slip.rotate(turned, { background: '#dfe6e9' }).png().toBuffer())
  if (photographed) {
    // The screen's glass reduces contrast; the phone takes twelve megapixels, of which the slip covers two thirds.
    slip = sharp(await slip.linear(0.75, 25).resize({ height: 2_100 }).png().toBuffer())
    slip = slip.resize({ width: 2_250, height: 3_000, fit: 'contain', background: '#5c4b3a' })
    if (blur > 0) slip = sharp(await slip.png().toBuffer()).blur(blur * 1.1)
  } else if (blur > 0) slip = slip.blur(blur)
  return slip.jpeg({ quality }).toBuffer()
}

const line = (y: number, left: string, right: string) =>
  `<text x="70" y="${y}" font-size="36" fill="#667">${left}</text>
   <text x="1010" y="${y}" font-size="36" fill="#223" text-anchor="end">${right}</text>`

const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920" font-family="sans-serif">
  <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#e9f7ef"/><stop offset="1" stop-color="#ffffff"/></linearGradient></defs>
  <rect width="1080" height="1920" fill="url(#g)"/>
  <rect width="1080" height="170" fill="#138f2d"/>
  <circle cx="120" cy="85" r="52" fill="#fff"/><circle cx="120" cy="85" r="40" fill="#138f2d"/><rect x="100" y="60" width="40" height="50" fill="#fff"/>
  <text x="200" y="80" font-size="48" fill="#fff">โอนเงินสำเร็จ</text><text x="200" y="135" font-size="34" fill="#cfc">21 พ.ย. 69 10:02 น.</text>
  <circle cx="130" cy="330" r="60" fill="#dde"/><text x="230" y="320" font-size="44">นาย สมชาย ใ***</text><text x="230" y="375" font-size="36" fill="#667">ธ.กสิกรไทย  xxx-x-x1234-x</text>
  <line x1="130" y1="400" x2="130" y2="520" stroke="#9a9" stroke-width="6" stroke-dasharray="10 8"/>
  <circle cx="130" cy="590" r="60" fill="#113566"/><text x="96" y="604" font-size="36" fill="#fff">PP</text><text x="230" y="580" font-size="44">น.ส. มาลี ศ***</text><text x="230" y="635" font-size="36" fill="#667">พร้อมเพย์  xxx-xxx-5678</text>
  <line x1="70" y1="720" x2="1010" y2="720" stroke="#ccd" stroke-width="3"/>
  ${line(810, 'เลขที่รายการ', '015012150214BPP01234')}
  ${line(900, 'จำนวนเงิน', '250.50 บาท')}
  ${line(990, 'ค่าธรรมเนียม', '0.00 บาท')}
  ${line(1080, 'บันทึกช่วยจำ', 'Bangkok JavaScript Night')}
  <line x1="70" y1="1150" x2="1010" y2="1150" stroke="#ccd" stroke-width="3"/>
  <text x="70" y="1700" font-size="34" fill="#667">สแกนตรวจสอบสลิป</text>
  <text x="70" y="1850" font-size="30" fill="#889">K PLUS   ทำรายการสำเร็จ ขอบคุณที่ใช้บริการ</text>
</svg>`
