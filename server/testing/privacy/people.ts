import type { Person } from '#server/testing/app.ts'
import { startGoogle } from '#server/testing/google.ts'
import { startWithMail } from '#server/testing/mail-server.ts'
import { marksOf, type Private } from './marks.ts'

const names = [
  ...['owner', 'rival', 'applicant', 'former', 'blocked', 'stranger'],
  // Those whose username tells their email or their phone number, and whoever came with Google.
  ...['emailNamed', 'phoneNamed', 'googler'],
  // Not verified yet, not registered yet, the applicant's next email, and an account that is not its email's owner's.
  ...['newcomer', 'registrant', 'nextEmail', 'claimed'],
] as const
export type Name = (typeof names)[number]

/** Whose private texts are looked for. */
export const people = Object.fromEntries(names.map((name, place) => [name, marksOf(place + 11)])) as Record<
  Name,
  Private
>

/** The product, and everybody who has an account from the start. */
export async function startWithPeople(env: Record<string, string>) {
  const google = await startGoogle()
  const product = await startWithMail({ ...google.env, ...env })
  const { as, clock, db, visitor } = product

  /** Fills in what cannot be given when an account is made. */
  async function plant(id: number, { email: _, ...known }: Private) {
    const columns = Object.keys(known).map((column, place) => `${column} = $${place + 2}`)
    await db.pool.query(`UPDATE users SET ${columns.join(', ')} WHERE id = $1`, [id, ...Object.values(known)])
  }

  async function add(name: Name, username = `${name}7`): Promise<Person> {
    const { email, phone_number, birth_date } = people[name]
    const person = await product.addHolder({ username, email, phone_number, birth_date })
    await plant(person.id, people[name])
    return person
  }

  async function addOwner(name: Name) {
    const person = await add(name)
    const application = { organizer_name: `Club of ${name}`, email: 'team@example.com', organization_type: 'COMPANY' }
    const { id } = (await as(person).post('/api/organizers/apply-organizer', application)).json()
    return { ...person, organizerId: id as number }
  }

  function googleTokenOf(name: Name, named = {}) {
    const { google_sub: sub, email } = people[name]
    return google.tokenFor({ sub, email, ...named }, clock.now)
  }

  async function addGoogler(): Promise<Person> {
    // The letters of their email: a username must not be made of them.
    const token = await googleTokenOf('googler', { given_name: 'Hush', family_name: 'Whisper' })
    const { id, username, access_token, refresh_token } = (
      await visitor.post('/api/users/auth/google', { token })
    ).json()
    await plant(id, people.googler)
    return { id, username, access: access_token, refresh: refresh_token }
  }

  return {
    ...product,
    plant,
    googleTokenOf,
    owner: await addOwner('owner'),
    rival: await addOwner('rival'),
    applicant: await add('applicant'),
    former: await add('former'),
    blocked: await add('blocked'),
    stranger: await add('stranger'),
    emailNamed: await add('emailNamed', people.emailNamed.email),
    phoneNamed: await add('phoneNamed', people.phoneNamed.phone_number),
    googler: await addGoogler(),
  }
}

/** What the form of `POST /api/users/register` holds. */
export function registration(name: Name, username = `${name}7`) {
  const { email, phone_number, birth_date } = people[name]
  const passwords = { password: 'correct horse battery', password2: 'correct horse battery' }
  return { username, ...passwords, email, phone_number, birth_date, first_name: 'Nok', last_name: 'Sukjai' }
}
