import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Caller, startApp } from '#server/testing/app.ts'
import { insertEvents } from '#server/testing/insert-events.ts'
import { rewriteListings } from './list.repository.ts'
import { rewriteListingsOf } from './list.service.ts'

async function found(viewer: Caller, search: string, more = '&sort=best'): Promise<string[]> {
  const reply = await viewer.get(`/api/events/events?search=${encodeURIComponent(search)}${more}`)
  return reply.json().map(({ event_name }: { event_name: string }) => event_name)
}

test('a search ignores case, accents, tone marks and the kind of digits', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ event_name: 'Café Chantant', description: 'Ends at 22.' })
  await addEvent({ event_name: 'น้ำตกและป่า', description: 'เริ่ม ๙ โมง' })

  for (const search of ['cafe', 'CAFÉ', 'cafe\u0301', '๒๒'])
    expect(await found(visitor, search)).toEqual(['Café Chantant'])
  for (const search of ['น้ำตก', 'นำตก', 'ปา', '9']) expect(await found(visitor, search)).toEqual(['น้ำตกและป่า'])
})

test('a search forgives Thai marks typed in another order, twice or left out, and two เ for แ', async () => {
  const { visitor, addEvent } = await startApp()
  const name = 'แม่น้ำพันธุ์ที่กรุงเทพมหานคร'
  await addEvent({ event_name: name })

  for (const search of ['กรุงเทพ', 'เเม่นำ้', 'แมนํ้า', 'พันธ์ุท่ี', 'พันธุท่ี', 'ที่่กรุุงเทพ', 'มหานคร กรุงเท่พ']) {
    expect([search, await found(visitor, search)]).toEqual([search, [name]])
  }
})

test('the migration finds events whose names were written in another order before', async () => {
  const { visitor, db, addEvent } = await startApp()
  const { id } = await addEvent({ event_name: 'เเสงจัันทร์ ปุ่ิน' })
  await db.pool.query(
    `UPDATE event_listings SET title_text = ' เเสงจัันทร ปุิน', search_text = 'เเสงจัันทร ปุิน' WHERE event_id = ${id}`,
  )
  const before = await found(visitor, 'แสงจันทร์')

  await db.pool.query(readFileSync(new URL('../../../migrations/160-thai-search.sql', import.meta.url), 'utf8'))

  // Another search than before, whose answer may still be cached.
  expect([before, await found(visitor, 'แสงจัน'), await found(visitor, 'ปิุ่น')]).toEqual([
    [],
    ['เเสงจัันทร์ ปุ่ิน'],
    ['เเสงจัันทร์ ปุ่ิน'],
  ])
})

test('a search ignores quotes, punctuation around words and invisible characters', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ event_name: 'Jazz night, C++ & 50% off', description: 'ใน\u200Bสวน', address: 'กรุงเทพมหานคร' })

  for (const search of [
    '"jazz night"',
    '“Jazz” night!',
    '(jazz, night)',
    '#jazz',
    'กรุงเทพฯ',
    'กรุงเทพ\u200Bมหานคร',
    'jazz “',
    'C++',
    '50%',
    '&',
    'ในสวน',
  ]) {
    expect([search, await found(visitor, search)]).toEqual([search, ['Jazz night, C++ & 50% off']])
  }
  // A text without any word is searched for as it is.
  for (const search of ['!', '“”', '_', '%%']) expect(await found(visitor, search)).toEqual([])
  expect(await found(visitor, '\u200B ')).toEqual(['Jazz night, C++ & 50% off'])
})

test('the best match comes first: word beginnings, then parts, then other texts', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ event_name: 'Summer party' })
  await addEvent({ event_name: 'Evening', description: 'With art on the walls.' })
  await addEvent({ event_name: 'Art fair' })
  await addEvent({ event_name: 'Open studio', tags: 'modern art' })

  const all = await found(visitor, 'art')

  expect(all.slice(0, 2).sort()).toEqual(['Art fair', 'Open studio'])
  expect(all.slice(2)).toEqual(['Summer party', 'Evening'])
  expect(await found(visitor, 'art', '&sort=best&limit=1')).toEqual(all.slice(0, 1))
  expect(await found(visitor, 'art', '&sort=best&limit=2&cursor=2')).toEqual(all.slice(2))
})

test('a search finds events by the name that their organizer has now, after better matches', async () => {
  const { as, visitor, addUser, addEvent } = await startApp({}, { worker: true })
  const owner = await addUser()
  const profile = { organizer_name: 'ชมรมคนรักกาแฟ', email: 'team@example.com', organization_type: 'NONPROFIT' }
  await as(owner).post('/api/organizers/apply-organizer', profile)
  await addEvent({ event_name: 'ชิมเมล็ดใหม่' }, owner)
  await addEvent({ event_name: 'คนรักกาแฟพบกัน' })

  const before = await found(visitor, 'คนรักกาแฟ')
  const changed = await as(owner).patch('/api/organizers/update-organizer', { organizer_name: 'Bean Society' })

  expect(before).toEqual(['คนรักกาแฟพบกัน', 'ชิมเมล็ดใหม่'])
  expect(changed.statusCode).toBe(200)
  // Visitors' answers may be some seconds old.
  await expect.poll(() => found(as(owner), 'society')).toEqual(['ชิมเมล็ดใหม่'])
  expect(await found(visitor, 'ชมรมคนรัก')).toEqual([])
})

test('a new name is shown at once, and a search knows it once the job has been through all events', async () => {
  const { as, visitor, db, clock, addOrganizer } = await startApp({}, { worker: true })
  const owner = await addOrganizer()
  const ids = await insertEvents(db, { count: 250, ownerId: owner.id, now: clock.now })
  const rename = (organizer_name: string) => as(owner).patch('/api/organizers/update-organizer', { organizer_name })
  const listedAs = async (name: string) => {
    const { rows } = await db.pool.query('SELECT FROM event_listings WHERE search_text LIKE $1', [`%${name}%`])
    return rows.length
  }
  const edit = await db.pool.connect()
  await edit.query(`BEGIN; SELECT FROM event_seats WHERE event_id = ${ids.at(-1)} FOR UPDATE`)

  const renamed = [await rename('Beanlovers')]
  await expect.poll(() => listedAs('beanlovers')).toBe(200)
  renamed.push(await rename('Tealovers'))
  const shown = (await visitor.get(`/api/events/${ids.at(-1)}`)).json()
  await edit.query('COMMIT')
  edit.release()

  expect(renamed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(shown.organizer.organizer_name).toBe('Tealovers')
  await expect.poll(() => listedAs('tealovers')).toBe(250)
  expect((await visitor.get('/api/events/events?search=tealovers&limit=1')).headers['x-total-count']).toBe('250')
  expect(await found(visitor, 'beanlovers')).toEqual([])
})

test('a rename waits for an event that is being published, so that its job finds that event', async () => {
  const { as, db, addOrganizer } = await startApp()
  const owner = await addOrganizer()
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  const publishing = await db.pool.connect()
  // As publishing does first.
  await publishing.query(`BEGIN; SELECT FROM users WHERE id = ${owner.id} FOR UPDATE`)

  const renamed = as(owner).patch('/api/organizers/update-organizer', { organizer_name: 'Beanlovers' })
  await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1)
  await publishing.query('COMMIT')
  publishing.release()

  expect((await renamed).statusCode).toBe(200)
})

test('rewriting listings again continues where half of them were rewritten, and counts each word once', async () => {
  const { ctx, visitor, db, addEvent } = await startApp()
  const { owner } = await addEvent({ event_name: 'Tasting' })
  await addEvent({ event_name: 'Brewing' }, owner)
  await db.pool.query(`UPDATE organizers SET organizer_name = 'Beanlovers' WHERE user_id = ${owner.id}`)
  await db.transaction((tx) => rewriteListings(tx, owner.id, 0, 1))
  const listed = 'SELECT search_text FROM event_listings ORDER BY event_id'
  const halfway = (await db.pool.query(listed)).rows.map(({ search_text }) => search_text.includes('beanlovers'))

  await rewriteListingsOf(ctx, owner.id)
  await rewriteListingsOf(ctx, owner.id)

  expect(halfway).toEqual([true, false])
  expect((await found(visitor, 'beanlovers')).sort()).toEqual(['Brewing', 'Tasting'])
  const counted = "SELECT events FROM search_words WHERE word = 'beanlovers'"
  expect((await db.pool.query(counted)).rows).toEqual([{ events: 2 }])
})

test('the migration adds the organizers of the events so far, and counts the words of their names', async () => {
  const { visitor, db, addEvent } = await startApp({}, { forOnceOnly: true })
  const { id, owner } = await addEvent({ event_name: 'Tasting' })
  await db.pool.query(`UPDATE organizers SET organizer_name = 'Beanlovers' WHERE user_id = ${owner.id}`)
  const words = "SELECT events FROM search_words WHERE word = 'beanlovers'"
  await db.pool.query(`UPDATE event_listings SET search_text = 'tasting' WHERE event_id = ${id}`)
  const counted = [(await db.pool.query(words)).rows]
  await db.pool.query('DROP FUNCTION list_organizers_events CASCADE')

  await db.pool.query(readFileSync(new URL('../../../migrations/163-search-by-organizer.sql', import.meta.url), 'utf8'))

  counted.push((await db.pool.query(words)).rows)
  expect(counted).toEqual([[], [{ events: 1 }]])
  expect(await found(visitor, 'bean')).toEqual(['Tasting'])
  expect(await found(visitor, 'beanlowers')).toEqual(['Tasting'])
})

test('one typing mistake in a longer word is forgiven, after exact matches', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ event_name: 'Trail run', address: 'Chiang Mai' })
  await addEvent({ event_name: 'Tea house', address: 'Chaing Mai' })
  await addEvent({ event_name: 'Photography', address: 'Bangkok' })
  await addEvent({ event_name: 'ตลาดนัด', address: 'เชียงใหม่' })
  await addEvent({ event_name: 'Tidy', description: 'Maid wanted.' })

  expect(await found(visitor, 'chaing mai')).toEqual(['Tea house', 'Trail run'])
  expect(await found(visitor, 'chaing mai', '&sort=newest')).toEqual(['Tea house', 'Trail run'])
  for (const search of ['photogaphy', 'photographyy', 'Phutography', 'pohtography']) {
    expect(await found(visitor, search)).toEqual(['Photography'])
  }
  expect(await found(visitor, 'เชียงไหม่')).toEqual(['ตลาดนัด'])
  // Two mistakes, and one in a short word.
  expect(await found(visitor, 'photogafy')).toEqual([])
  expect(await found(visitor, 'taa house')).toEqual([])
})

test('one mistake in a longer Thai word is forgiven, also inside a text without spaces', async () => {
  const { visitor, addEvent } = await startApp()
  await addEvent({ event_name: 'งานสัมมนาวิชาการเทคโนโลยีดิจิทัลเพื่อการศึกษา' })
  await addEvent({ event_name: 'Run', address: 'ถนนพระรามสี่กรุงเทพมหานคร' })
  await addEvent({ event_name: 'ประชุมลับสุดยอด', visibility: 'PRIVATE', allowed_email_domains: 'ku.th' })

  for (const search of ['สัมนา', 'สัมมมนา', 'สัมมณา', 'สมัมนา']) {
    expect([search, await found(visitor, search)]).toEqual([search, ['งานสัมมนาวิชาการเทคโนโลยีดิจิทัลเพื่อการศึกษา']])
  }
  expect(await found(visitor, 'กรงเทพ run')).toEqual(['Run'])
  for (const search of ['สำนา', 'สัมมานี', 'ประชมลับ']) expect(await found(visitor, search)).toEqual([])
})

test('mistakes inside texts are forgiven in the three longest words', async () => {
  const { visitor, addEvent } = await startApp()
  const name = 'งานสัมมนาวิชาการเทคโนโลยีดิจิทัล'
  await addEvent({ event_name: name })

  expect(await found(visitor, 'เทคโนลยี ดิจทัล วิชการ')).toEqual([name])
  expect(await found(visitor, 'สัมมนา เทคโนลยี ดิจทัล วิชการ')).toEqual([name])
  expect(await found(visitor, 'สัมนา เทคโนลยี ดิจทัล วิชการ')).toEqual([])
})

test('words of private events never correct a search', async () => {
  const { as, visitor, db, addUser, addEvent } = await startApp()
  const event = await addEvent({
    ...{ event_name: 'Zymurgy', description: 'Brewing.', visibility: 'PRIVATE', allowed_email_domains: 'ku.th' },
  })
  const words = async () => (await db.pool.query("SELECT FROM search_words WHERE word = 'zymurgy'")).rowCount

  expect(await words()).toBe(0)
  expect(await found(visitor, 'zymurgy')).toEqual([])
  expect(await found(as(await addUser({ email: 'brewer@ku.th' })), 'zymurgy')).toEqual(['Zymurgy'])
  await as(event.owner).patch(`/api/events/${event.id}/edit`, { visibility: 'PUBLIC' })
  expect([await words(), await found(visitor, 'zymrugy')]).toEqual([1, ['Zymurgy']])
  await as(event.owner).delete(`/api/organizers/delete-event/${event.id}`)
  expect(await words()).toBe(0)
})
