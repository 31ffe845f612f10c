import { expect, test } from 'vitest'
import { Id } from '#contract/fields.ts'
import { loadBuild } from './page-build.ts'

test('the Thai pages leave the server’s own messages in English', async () => {
  await loadBuild('th')

  expect(Id.safeParse('three').error?.issues[0]?.message).toBe('Write the number with digits only.')
})
