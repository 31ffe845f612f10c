import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BackupFile } from '#server/admin/backup-file.ts'
import { openDatabase, sql } from '#server/lib/postgres/database.ts'
import { backupFolder } from '#server/lib/settings/data-folder.ts'
import { readSettings } from '#server/lib/settings/settings.ts'
import { newFolder } from '#server/testing/admin.ts'
import { startApp } from '#server/testing/app.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { backupLock, makeDailyBackup } from './daily-backups.ts'
import { startJobs } from './jobs.ts'

const much = async () => 1024 ** 4
const secret = 'x'.repeat(32)
const DATABASE_URL = 'postgres://127.0.0.1/ruam'

async function start(keep = '2') {
  const folder = join(newFolder(), 'backups')
  const { app, ctx } = await startApp({ BACKUP_DIR: folder, KEEP_BACKUPS: keep })
  const names = () => readdirSync(folder).sort()
  const on = (day: string) => ({ ...ctx, now: () => new Date(`${day}T19:00:00Z`) })
  return { log: app.log, ctx, on, folder, names }
}

test('the oldest backup is deleted only after the new one is complete, and other files stay', async () => {
  const { on, folder, names } = await start()
  mkdirSync(folder)
  for (const own of ['ruam-2020-01-01T000000.zip', 'notes.txt', 'daily-2020-01-01T190000.zip.part']) {
    writeFileSync(join(folder, own), '')
  }

  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) await makeDailyBackup(on(day), much)

  expect(names()).toEqual([
    'daily-2026-11-21T190000.zip',
    'daily-2026-11-22T190000.zip',
    'notes.txt',
    'ruam-2020-01-01T000000.zip',
  ])
  const file = join(folder, 'daily-2026-11-22T190000.zip')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const opened = await BackupFile.open(file)
  await opened.verify()
  opened.close()
})

test('while a process makes the daily backup, another is told to try again later', async () => {
  const { ctx, on, folder, names } = await start('7')
  mkdirSync(folder)

  await ctx.db.transaction(async (other) => {
    await other.run(sql`SELECT pg_advisory_xact_lock(${backupLock})`)
    await expect(makeDailyBackup(on('2026-11-01'), much)).rejects.toThrow('another process is making one')
    expect(names()).toEqual([])
  })
  await makeDailyBackup(on('2026-11-01'), much)

  expect(names()).toEqual(['daily-2026-11-01T190000.zip'])
})

test('the job queue makes a backup every night and tidies every hour, also what was missed while stopped', async () => {
  const { ctx, log, folder, names } = await start()
  mkdirSync(folder)
  const { pool } = ctx.db
  await pool.query(`INSERT INTO graphile_worker._private_known_crontabs VALUES
    ('back_up', current_date - 1), ('tidy', current_date - 1)`)
  await pool.query("INSERT INTO passkey_challenges VALUES ('browser', NULL, 'expired', '2020-01-01')")

  const jobs = await startJobs(ctx, String(pool.options.connectionString), log)
  onTestFinished(() => jobs.stop())

  await eventually(async () => {
    expect(names()).toEqual([expect.stringMatching(/^daily-.*\.zip$/)])
    expect((await pool.query('SELECT FROM passkey_challenges')).rowCount).toBe(0)
  })
})

test('older backups stay if the disk is nearly full or the database is down', async () => {
  const { ctx, on, names } = await start()
  for (const day of ['2026-11-20', '2026-11-21']) await makeDailyBackup(on(day), much)
  const before = names()
  const away = { ...on('2026-11-22'), db: openDatabase('postgres://ruam@127.0.0.1:9/ruam', 1) }

  await expect(makeDailyBackup(on('2026-11-22'), async () => 10 * 1024 ** 2)).rejects.toThrow(
    /^No backup was made: .* has 10 MB to spare, and 5\d\d MB are needed\. The older ones stay\.$/,
  )
  await expect(makeDailyBackup(away, much)).rejects.toThrow()

  expect(names()).toEqual(before)
  expect(ctx.settings.KEEP_BACKUPS).toBe(2)
})

test.each([
  ['with the embedded database in the data folder', {}, /\/data\/backups$/],
  ['in BACKUP_DIR', { BACKUP_DIR: '/srv/backups' }, /^\/srv\/backups$/],
  ['nowhere with DATABASE_URL', { DATABASE_URL, TOKEN_SECRET: secret }, null],
  ['in BACKUP_DIR with DATABASE_URL', { DATABASE_URL, TOKEN_SECRET: secret, BACKUP_DIR: '/srv/b' }, /^\/srv\/b$/],
  ['nowhere with KEEP_BACKUPS=0', { KEEP_BACKUPS: '0', BACKUP_DIR: '/srv/b' }, null],
])('backups are made %s', (_, env, folder) => {
  const found = backupFolder(readSettings(env))

  if (folder === null) expect(found).toBeNull()
  else expect(found).toMatch(folder)
})
