import { z } from 'zod'
import { Instant } from '#contract/fields.ts'
import type { Payable } from '#server/features/tickets/store/payments.repository.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { readBounded } from '#server/lib/security/outside.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { ReadSlip } from './slip-code.ts'

/** Why a transfer does not pay for an application; the messages are in contract/errors.ts. */
type SlipFault = 'slip_not_real' | 'slip_wrong_amount' | 'slip_wrong_receiver' | 'slip_wrong_time'

/** `fits`, what is wrong, or `unknown` if the service did not respond properly or the receiver cannot be compared. */
type Verdict = 'fits' | SlipFault | 'unknown'

export type VerifySlip = (slip: ReadSlip, payable: Payable) => Promise<Verdict>

const longestAnswer = 64 * 1024
/** Banks' clocks may be slightly off. */
const clockSkew = 10 * 60_000

/** The service's response (docs/slip-verifier.md). If `is_real` is false, the rest may be missing. */
const Answer = z.union([
  z.object({ is_real: z.literal(false) }),
  z.object({
    is_real: z.literal(true),
    amount_satang: z.number().int(),
    receiver: z.string().max(40),
    paid_at: Instant,
    reference: z.string(),
  }),
])
type Answer = z.output<typeof Answer>

/** Asks the service chosen by the operator, with a timeout of five seconds; null if none is configured. */
export function openSlipVerifier(
  { SLIP_VERIFIER_URL, SLIP_VERIFIER_TOKEN }: Pick<Settings, 'SLIP_VERIFIER_URL' | 'SLIP_VERIFIER_TOKEN'>,
  timeoutMs = 5_000,
): VerifySlip | null {
  if (SLIP_VERIFIER_URL === undefined) return null
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(SLIP_VERIFIER_TOKEN === undefined ? {} : { authorization: `Bearer ${SLIP_VERIFIER_TOKEN}` }),
  }
  const gate = new Gate(8, 100, () => new Error('very many slips wait to be verified'))

  async function ask(slip: ReadSlip, { price_satang, promptpay_id }: Payable): Promise<Answer> {
    const { bank, reference, text } = slip
    const response = await fetch(SLIP_VERIFIER_URL ?? '', {
      method: 'POST',
      headers,
      body: JSON.stringify({ bank, reference, payload: text, amount_satang: price_satang, receiver: promptpay_id }),
      // No redirects: only the URL chosen by the operator is asked.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`the service answered ${response.status}`)
    }
    return Answer.parse(JSON.parse(await readBounded(response, longestAnswer)))
  }

  return (slip, payable) =>
    gate
      .run(() => ask(slip, payable))
      .then((answer) => verdictOn(answer, slip, payable))
      .catch(() => 'unknown' as const)
}

/** What a response means for the payment of an application. */
function verdictOn(answer: Answer, slip: ReadSlip, payable: Payable): Verdict {
  if (!answer.is_real || answer.reference !== slip.reference) return 'slip_not_real'
  if (answer.amount_satang !== payable.price_satang) return 'slip_wrong_amount'
  const receiver = compareReceiver(answer.receiver, payable.promptpay_id)
  if (receiver === 'other') return 'slip_wrong_receiver'
  if (Date.parse(answer.paid_at) < Date.parse(payable.register_date) - clockSkew) return 'slip_wrong_time'
  return receiver === 'same' ? 'fits' : 'unknown'
}

/** Compares the PromptPay number that a bank shows with this one, place by place: `unclear` if their places do not correspond, or
 *  if fewer than four digits are visible and none differs. Spaces and dashes are ignored; `x` and `*` stand for hidden digits. */
function compareReceiver(shown: string, receiver: string): 'same' | 'other' | 'unclear' {
  const written = shown.replace(/[\s-]/g, '')
  // A country code stands for the leading 0, and does not count as a visible digit.
  const digits = written.length === receiver.length ? written : written.replace(/^(\+|00)66/, 'x')
  if (!/^[\dxX*]+$/.test(digits) || digits.length !== receiver.length) return 'unclear'
  const pairs = [...digits].map((digit, place) => [digit, receiver[place]])
  const seen = pairs.filter(([digit = '']) => /\d/.test(digit))
  if (seen.some(([digit, own]) => digit !== own)) return 'other'
  return seen.length >= 4 ? 'same' : 'unclear'
}
