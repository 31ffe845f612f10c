import { z } from 'zod'
import { Instant } from '#contract/fields.ts'
import type { Payable } from '#server/features/tickets/store/payments.repository.ts'
import { Gate } from '#server/lib/jobs/gate.ts'
import { readBounded } from '#server/lib/security/bounded-answer.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { ReadSlip } from './slip-code.ts'

/** Why a transfer is not the payment for an application; the words stand in contract/errors.ts. */
type SlipFault = 'slip_not_real' | 'slip_wrong_amount' | 'slip_wrong_receiver' | 'slip_wrong_time'

/** `fits`, what is wrong, or `unknown` where the service did not answer as it should. */
type Verdict = 'fits' | SlipFault | 'unknown'

export type VerifySlip = (slip: ReadSlip, payable: Payable) => Promise<Verdict>

const longestAnswer = 64 * 1024
/** Clocks of banks may go a little before or after ours. */
const clockSkew = 10 * 60_000

/** What the service answers (docs/slip-verifier.md). All but `is_real` may be left out where it is false. */
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

/** Asks the service that the operator has chosen; null where there is none. What it does not answer within five seconds, it
 *  does not answer. */
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
      // Only the address that the operator chose is asked.
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

/** What an answer says about the payment of an application. */
function verdictOn(answer: Answer, slip: ReadSlip, payable: Payable): Verdict {
  if (!answer.is_real || answer.reference !== slip.reference) return 'slip_not_real'
  if (answer.amount_satang !== payable.price_satang) return 'slip_wrong_amount'
  if (!isReceiver(answer.receiver, payable.promptpay_id)) return 'slip_wrong_receiver'
  if (Date.parse(answer.paid_at) < Date.parse(payable.register_date) - clockSkew) return 'slip_wrong_time'
  return 'fits'
}

/** Whether a number as banks show it is this one: spaces and dashes do not count, and `x` or `*` stands for a digit that the bank
 *  hides, of which at least four must be shown. */
function isReceiver(shown: string, receiver: string): boolean {
  const digits = shown.replace(/[\s-]/g, '')
  if (!/^[\dxX*]+$/.test(digits) || digits.length !== receiver.length) return false
  const pairs = [...digits].map((digit, place) => [digit, receiver[place]])
  const seen = pairs.filter(([digit = '']) => /\d/.test(digit))
  return seen.length >= 4 && seen.every(([digit, own]) => digit === own)
}
