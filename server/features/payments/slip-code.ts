import { slipVerify } from 'promptparse/validate'
import type { SlipCode } from '#server/features/tickets/store/payments.repository.ts'

/** A slip's code with its full text. */
export interface ReadSlip extends SlipCode {
  text: string
}

/** The Bank of Thailand's codes of banks that take part in PromptPay. */
const banks = new Set(
  [
    '002',
    '004',
    '006',
    '008',
    '011',
    '014',
    '017',
    '018',
    '020',
    '022',
    '024',
    '025',
    '026',
    '027',
    '029',
    '030',
  ].concat([
    '031',
    '032',
    '033',
    '034',
    '035',
    '039',
    '045',
    '052',
    '066',
    '067',
    '069',
    '070',
    '071',
    '073',
    '079',
    '080',
    '098',
  ]),
)

/** Reads the mini QR of Thai slips: tag 00 with the API, the bank and the transfer's number, the country, and the checksum.
 *  Null if any of them is invalid. */
export function parseSlipCode(text: string): ReadSlip | null {
  const found = text.length <= 200 ? slipVerify(text) : null
  if (found === null || !banks.has(found.sendingBank) || !/^[\w-]{6,40}$/.test(found.transRef)) return null
  if (!/5102TH9104[0-9A-Fa-f]{1,4}$/.test(text)) return null
  return { bank: found.sendingBank, reference: found.transRef, text }
}
