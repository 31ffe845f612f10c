import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { admin, emptyDatabase, newFolder, startServing } from '#server/testing/admin.ts'
import { slipPicture, slipText, startPaying } from '#server/testing/applications/slips.ts'

test('a backup contains slip pictures, and a restored transfer stays used', async () => {
  const serving = await startServing()
  const { send } = await startPaying(1, {}, serving)
  await send(await slipPicture(slipText('015012150214BPP01234')))
  const file = join(newFolder(), 'backup.zip')

  const made = await admin(serving.env, 'backup', file)
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() }
  const restored = await admin(target, 'restore', file)

  expect([made.text, restored.text]).toEqual([
    expect.stringContaining(' and 1 picture files are in '),
    expect.stringContaining(' and 1 picture files of '),
  ])
  const copy = openDatabase(target.DATABASE_URL, 1)
  onTestFinished(() => copy.close())
  const payment = await copy.one<{ slip_picture: string; transfers: number }>(sql`
    SELECT slip_picture, (SELECT count(*)::int FROM slip_references) AS transfers FROM payments`)
  expect(payment.transfers).toBe(1)
  const [before, after] = [serving.env, target].map(({ DATA_DIR }) =>
    readFileSync(join(DATA_DIR, 'pictures', payment.slip_picture)),
  )
  expect(after).toEqual(before)
})
