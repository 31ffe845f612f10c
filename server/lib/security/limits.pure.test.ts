import { expect, test } from 'vitest'
import { calls, type NamedCall } from '#contract/calls.ts'
import type { LimitName } from '#contract/endpoint.ts'
import { type CallLimits, callLimits } from './limits.ts'

const { write, ...others } = callLimits

test('a limit of the contract without figures does not compile', () => {
  // @ts-expect-error A new limit of the contract without figures.
  const gained: CallLimits<LimitName | 'share'> = callLimits
  // @ts-expect-error Missing figures of a limit that calls use.
  const lost: CallLimits<LimitName> = others
  // @ts-expect-error A limit that counts neither by address nor by user.
  const empty: CallLimits<LimitName> = { ...others, write: {} }

  expect([write, gained, lost, empty]).toBeDefined()
})

test('no call that visitors make is limited by user alone', () => {
  const isUnlimited = ({ endpoint: { config } }: NamedCall) =>
    config.access !== 'signed-in' && config.limit !== undefined && !('address' in callLimits[config.limit])

  expect(calls.filter(isUnlimited).map(({ name }) => name)).toEqual([])
})
