import { expect, test } from 'vitest'
import type { LimitName } from '#contract/endpoint.ts'
import { type CallLimits, callLimits } from './limits.ts'

const { write, ...others } = callLimits

test('a limit of the contract without figures does not compile', () => {
  // @ts-expect-error The contract has gained a limit, and nothing says how many.
  const gained: CallLimits<LimitName | 'share'> = callLimits
  // @ts-expect-error The figures of a limit that calls name are gone.
  const lost: CallLimits<LimitName> = others
  // @ts-expect-error It counts by nothing.
  const empty: CallLimits<LimitName> = { ...others, write: {} }

  expect([write, gained, lost, empty]).toBeDefined()
})
