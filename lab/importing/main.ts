/** Publishes the events of a file through the API, as an organizer would: `npm run try:import FILE`. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { login, register } from '#contract/accounts/auth.schemas.ts'
import { createEvent } from '#contract/events/own-events.ts'

import { applyOrganizer } from '#contract/organizers.ts'
import { draftOf, LeftOut, type RealEvent } from './real-events.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:8000' },
    username: { type: 'string' },
    password: { type: 'string' },
  },
})

const file = positionals[0]
if (file === undefined) {
  console.error('Usage: npm run try:import FILE -- [--url http://localhost:8000] [--username NAME --password WORD]')
  process.exit(2)
}

const token = values.username ? await signIn(values.username, values.password ?? '') : await newOrganizer()
const real = JSON.parse(await readFile(file, 'utf8')) as RealEvent[]
let [published, leftOut] = [0, 0]
for (const event of real) {
  const draft = draftOrReason(event)
  if (draft instanceof LeftOut) {
    leftOut += 1
    console.error(`${event.name} is left out. ${draft.message}`)
    continue
  }
  const reply = await post(createEvent.url, draft, token)
  if (reply.ok) published += 1
  else console.error(`${event.name}: ${await reply.text()}`)
}
console.info(`${published} of ${real.length} events published on ${values.url}, ${leftOut} left out`)
process.exitCode = published + leftOut === real.length ? 0 : 1

function draftOrReason(event: RealEvent) {
  try {
    return draftOf(event, new Date())
  } catch (error) {
    if (error instanceof LeftOut) return error
    throw error
  }
}

async function signIn(username: string, password: string): Promise<string> {
  const reply = await post(login.url, { username, password })
  if (!reply.ok) throw new Error(await reply.text())
  return ((await reply.json()) as { access_token: string }).access_token
}

async function newOrganizer(): Promise<string> {
  const name = `importer${Date.now()}`
  const password = crypto.randomUUID()
  await mustPost(register.url, {
    username: name,
    password,
    password2: password,
    first_name: 'Event',
    last_name: 'Importer',
    birth_date: '1990-01-01',
    phone_number: '0812345678',
    email: `${name}@example.com`,
  })
  const organizer = await signIn(name, password)
  const application = { organizer_name: `Imported ${name}`, email: `${name}@example.com`, organization_type: 'COMPANY' }
  await mustPost(applyOrganizer.url, application, organizer)
  console.info(`Publishing as ${name}, password ${password}`)
  return organizer
}

async function mustPost(path: string, body: object, bearer?: string) {
  const reply = await post(path, body, bearer)
  if (!reply.ok) throw new Error(await reply.text())
}

/** Posts, and waits as long as the server demands when it answers that there were too many requests. */
async function post(path: string, body: object, bearer?: string): Promise<Response> {
  const reply = await fetch(`${values.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
  if (reply.status !== 429) return reply
  await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after')) * 1000))
  return post(path, body, bearer)
}
