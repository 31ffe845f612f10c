import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pictureWidths } from '#contract/pictures.ts'
import { replacePicture as replaceOwnPicture } from '#server/features/accounts/profile.service.ts'
import { type Database, sql } from '#server/lib/postgres/database.ts'
import { eventually } from '#server/testing/mail-server.ts'
import { picture, startWithPictures } from '#server/testing/pictures.ts'
import { startS3 } from '#server/testing/s3-server.ts'
import { withPicture } from './uploads.ts'

const content = await picture(300, 300).png().toBuffer()

/** Addresses of pictures with a queued removal. */
async function queuedRemovals(db: Database): Promise<string[]> {
  const jobs = await db.many<{ address: string }>(sql`
    SELECT j.payload->>'address' AS address
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'remove_picture'`)
  return jobs.map(({ address }) => address)
}

test('a picture that no row names yet has a queued removal, so a kill leaves no file', async () => {
  const { ctx, files } = await startWithPictures()

  const { during, address } = await withPicture(ctx, { filename: 'a.png', content }, async (_, address) => {
    return { during: await queuedRemovals(ctx.db), address, former: '' }
  })

  expect(during).toEqual([address])
  expect(await queuedRemovals(ctx.db)).toEqual([])
  expect(await files()).toHaveLength(pictureWidths.length)
})

test('if the row cannot be changed, it keeps its picture and the new one is removed', async () => {
  const { app, as, addEvent, addUser, files } = await startWithPictures()
  const event = await addEvent()
  const uploadImage = () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(content)], 'event.png'))
    const headers = { authorization: `Bearer ${event.owner.access}` }
    return app.inject({ method: 'POST', url: `/api/events/${event.id}/upload/event-image`, headers, payload: form })
  }
  const before = (await uploadImage()).json().file_url
  await as(await addUser()).post(`/api/tickets/event/${event.id}/register`)
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)

  const reply = await uploadImage()

  expect(reply.json().code).toBe('event_called_off')
  await eventually(async () => {
    const left = await files()
    expect(left).toHaveLength(pictureWidths.length)
    expect(left.every((name) => before.includes(name.slice(0, 36)))).toBe(true)
  })
})

test('a commit whose reply is lost keeps the new picture', async () => {
  const { ctx, person, as, files } = await startWithPictures()
  const transaction: Database['transaction'] = async (work) => {
    await ctx.db.transaction(work)
    throw Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' })
  }

  const nobody = { session_id: '', first_name: '', last_name: '', email: '', email_verified_at: null }
  const user = { ...person, ...nobody, language: 'en' as const }
  const broken = { ...ctx, db: { ...ctx.db, transaction } }
  await expect(replaceOwnPicture(broken, user, person.id, { filename: 'a.png', content })).rejects.toThrow('broke')

  const { profile_picture } = (await as(person).get('/api/users/profile')).json()
  expect(profile_picture).toMatch(/^\/pictures\//)
  expect(await queuedRemovals(ctx.db)).toEqual([])
  expect((await files()).filter((name) => profile_picture.includes(name.slice(0, 36)))).toHaveLength(
    pictureWidths.length,
  )
})

test('if the store fails, the row keeps its picture and partial files are removed later', async () => {
  const s3 = await startS3()
  const { ctx, person, upload, as } = await startWithPictures(s3.env)
  const before = (await upload(person, content)).json().file_url
  await s3.stop()

  const reply = await upload(person, content)

  expect(reply.statusCode).toBe(503)
  expect((await as(person).get('/api/users/profile')).json().profile_picture).toBe(before)
  expect(await queuedRemovals(ctx.db)).toHaveLength(1)
})

test('a folder that cannot be written, as on a full disk, is reported as unavailable', async () => {
  const { ctx, person, upload, as } = await startWithPictures()
  await writeFile(path.join(ctx.settings.DATA_DIR, 'pictures'), 'in the way')

  const reply = await upload(person, content)

  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBeDefined()
  expect((await as(person).get('/api/users/profile')).json().profile_picture).toBe('')
})
