import { encode, tag, withCrcTag } from 'promptparse'
import { anyId } from 'promptparse/generate'
import { expect, test } from 'vitest'
import { encodePrivateInTurn } from '#server/lib/pictures/pictures.ts'
import { slipPicture, slipText } from '#server/testing/applications/slips.ts'
import { parseSlipCode, readSlipCode } from './slip-code.ts'

const reference = '202111214JqOOh7bDHe'

test('the code of a slip is read from its picture', async () => {
  const { pixels } = await encodePrivateInTurn(await slipPicture(slipText(reference, '014')))

  expect(readSlipCode(pixels)).toEqual({ bank: '014', reference, text: slipText(reference, '014') })
})

const text = slipText(reference)
const withApi = (api: string, country = 'TH') =>
  withCrcTag(
    encode([tag('00', encode([tag('00', api), tag('01', '004'), tag('02', reference)])), tag('51', country)]),
    '91',
  )

test.each([
  ['a checksum that is wrong', `${text.slice(0, -4)}${text.endsWith('0000') ? '0001' : '0000'}`],
  ['a letter that is wrong', text.replace('JqOO', 'JqO0')],
  ['a bank that there is not', slipText(reference, '999')],
  ['another API', withApi('000002')],
  ['another country', withApi('000001', 'LA')],
  ['the code that is paid, not the slip', anyId({ type: 'MSISDN', target: '0812345678', amount: 1 })],
  ['a web address', 'https://example.com/'],
  ['a very long text', `${'0'.repeat(5_000)}`],
])('%s makes no slip', (_, given) => {
  expect(parseSlipCode(given)).toBeNull()
})

test('the same parts as above, put together rightly, make one', () => {
  expect(parseSlipCode(withApi('000001'))).toMatchObject({ bank: '004', reference })
})
