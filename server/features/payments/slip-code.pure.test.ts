import { encode, tag, withCrcTag } from 'promptparse'
import { anyId } from 'promptparse/generate'
import { expect, test } from 'vitest'
import { slipText } from '#server/testing/applications/slips.ts'
import { parseSlipCode } from './slip-code.ts'

const reference = '202111214JqOOh7bDHe'

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
  expect(parseSlipCode(slipText(reference, '014'))).toEqual({
    bank: '014',
    reference,
    text: slipText(reference, '014'),
  })
})
