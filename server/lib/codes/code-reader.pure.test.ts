import { expect, onTestFinished, test } from 'vitest'
import { encodePrivateInTurn } from '#server/lib/pictures/pictures.ts'
import { slipPicture } from '#server/testing/applications/slips.ts'
import { type CodeReader, openCodeReader } from './code-reader.ts'

test('a code is read from large and small pictures; a picture without one gives null', async () => {
  const { read } = open({ timeoutMs: 10_000 })

  const said = await Promise.all(
    [await slipPicture('large', 240), await slipPicture('small', 80), await slipPicture(null, 240)].map((picture) =>
      codeIn(picture, read),
    ),
  )

  expect(said).toEqual(['large', 'small', null])
})

test('reading gives up after a timeout and once the reader is closed', async () => {
  const picture = await slipPicture('any', 240)
  const { read } = open({ timeoutMs: 0 })
  const closed = open({})
  await closed.close()

  expect(await codeIn(picture, read)).toBeNull()
  expect(await codeIn(picture, closed.read)).toBeNull()
})

async function codeIn(content: Buffer, read: CodeReader['read']): Promise<string | null> {
  return (await encodePrivateInTurn({ filename: 'slip.png', content }, read)).seen
}

function open(options: Parameters<typeof openCodeReader>[0]) {
  const reader = openCodeReader(options)
  onTestFinished(() => reader.close())
  return reader
}
