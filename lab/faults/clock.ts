import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { signal } from '#server/lib/postgres/processes.ts'
import { ask, promise } from './calls.ts'
import { startProgram } from './program.ts'
import { newFolder, prepare, removeFolder, withDatabase } from './stage.ts'

const movingClock = pathToFileURL(fileURLToPath(new URL('moving-clock.mjs', import.meta.url))).href
const password = 'correct horse battery'

/** The server's clock jumps a day ahead, two days back, and is set right again: sessions go on, a limit that was used up ends when
 *  it should, and everything that was answered is there once. */
export async function clockJumps(): Promise<string> {
  const folder = newFolder()
  try {
    const { env, eventIds } = await prepare(folder, 5, [5, 5, 5, 5])
    const program = await startProgram({ ...env, RATE_LIMIT_SCALE: '1' }, movingClock)
    const call = (method: string, path: string, body?: object, token?: string) =>
      ask(program.url + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(token === undefined ? {} : { token }),
      })
    const logIn = (given: string) => call('POST', '/api/users/login', { username: 'malee', password: given })
    await call('POST', '/api/users/register', {
      ...{
        username: 'malee',
        email: 'malee@example.com',
        first_name: 'Malee',
        last_name: 'Srisuk',
        password,
        password2: password,
      },
      ...{ birth_date: '1990-05-15', phone_number: '0812345678' },
    })
    let { access_token: access, refresh_token: refresh, id } = JSON.parse((await logIn(password))?.body ?? '{}')
    promise(typeof access === 'string', 'a new account logs in')
    const statuses: string[] = []

    for (const [place, eventId] of eventIds.entries()) {
      if (place > 0) {
        signal(program.pid, 'SIGUSR2')
        await sleep(500)
        const renewed = await call('POST', '/api/token/refresh', { refresh, rotate: true })
        promise(
          renewed?.status === 200,
          `after jump ${place} a session is renewed with ${renewed?.status} ${renewed?.body}`,
        )
        ;({ access, refresh } = JSON.parse(renewed?.body ?? '{}'))
      }
      const applied = await call('POST', `/api/tickets/event/${eventId}/register`, undefined, access)
      const list = await call('GET', `/api/events/events?search=${place}`)
      statuses.push(`${applied?.status}`)
      promise(list?.status === 200 && [201, 409].includes(applied?.status ?? 0), `${applied?.status} ${applied?.body}`)
      // A day ahead, all that are allowed.
      if (place === 1) for (let wrong = 0; wrong < 11; wrong++) await logIn(`not ${password}`)
      if (place === 1) promise((await logIn(password))?.status === 429, 'a limit does not hold')
    }

    const free = await logIn(password)
    promise(free?.status === 200, `after the clock is right again a login is answered ${free?.status} ${free?.body}`)
    const tickets = JSON.parse((await call('GET', `/api/tickets/user/${id}`, undefined, access))?.body ?? '[]')
    const { held } = await withDatabase(folder, (db) =>
      db.pool.query('SELECT count(*)::int AS held FROM tickets').then(({ rows }) => rows[0]),
    )
    await sleep(17_000)
    const mails = readdirSync(join(folder, 'mail')).length
    const { code } = await program.end('SIGTERM')
    const taken = statuses.filter((status) => status === '201').length
    const figures = `applications at each hour answered ${statuses.join(', ')}; ${held} tickets, ${mails} mails; logging in works once the clock is right`
    promise(tickets.length === taken && held === taken && mails === taken + 1, figures)
    promise(code === 0 && program.troubles().length === 0, program.troubles().slice(0, 5).join('\n'))
    return figures
  } finally {
    await removeFolder(folder)
  }
}
