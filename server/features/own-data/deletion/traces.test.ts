import { expect, test } from 'vitest'
import { password, startApp } from '#server/testing/app.ts'
import { addComment } from '#server/testing/comments.ts'
import { eventually } from '#server/testing/mail-server.ts'

const url = '/api/users/deletion'
const proof = { current_password: password }

type Product = Awaited<ReturnType<typeof startApp>>

/** Every row of every table of the product, as texts. */
async function allRows({ db }: Pick<Product, 'db'>): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`)
    found.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return found
}

test('no row of any table names whoever is gone, by name, email or number', async () => {
  const { as, visitor, addUser, addEvent, db } = await startApp({ RATE_LIMIT_SCALE: '1' }, { worker: true })
  const given = { username: 'anan.traces', email: 'anan.traces@example.com', first_name: 'Ananchai' }
  const [person, event] = [await addUser(given), await addEvent()]
  await visitor.post('/api/users/forgot-password', { email: given.email })
  await eventually(async () => expect((await db.pool.query('SELECT FROM email_links')).rowCount).toBe(1))
  await as(person).post(`/api/tickets/event/${event.id}/register`)
  const hidden = await addComment(as(person), event.id)
  await as(event.owner).put(`/api/comments/${hidden.id}/hidden`, { hidden: true })
  const about = (row: string) =>
    /anan\.traces|Ananchai/.test(row) || new RegExp(`"(user|owner)_id": ${person.id}\\b`).test(row)
  expect((await allRows({ db })).filter(about)).not.toEqual([])

  await as(person).post(url, proof)

  expect((await allRows({ db })).filter(about)).toEqual([])
})
