import { expect, test } from 'vitest'
import { halvesOf } from './contract-halves.ts'

const contract = `
import { z } from 'zod'
import { years } from './dates.ts'
import { Id } from './fields.ts'
import type { Endpoint } from './endpoint.ts'

export const most = 10
export const Draft = z.object({ id: Id, text: z.string().max(most) })
export type Draft = z.infer<typeof Draft>
export const isLong = ({ text }: Draft) => text.length > most
const page = { limit: Draft.optional(), first: years.first }
export const send = {
  method: 'POST',
  url: '/api/drafts',
  schema: { summary: 'Send a draft', body: Draft, querystring: z.object(page), response: { 201: Draft, 204: z.undefined() } },
  config: { access: 'anyone' },
} satisfies Endpoint
`

const split = (source: string) => halvesOf(source, (from) => from === './dates.ts')

test('a browser gets a call without its schemas, and what uses none', () => {
  const { plain, plainCode } = split(contract)

  expect([...plain]).toEqual(['most', 'isLong', 'send'])
  expect(plainCode).toContain('schema: { response: { 201: 0, 204: 0 } }')
  expect(plainCode).not.toMatch(/zod|import/)
})

test('what needs schemas stays, is marked as free of side effects, and takes the rest from beside it', () => {
  const { schemas } = split(contract)

  expect(schemas).toContain('export const Draft = /* @__PURE__ */ (() => (z.object(')
  expect(schemas).toContain('const page = /* @__PURE__ */')
  expect(schemas).toContain("import { most, isLong, send } from '?plain'")
  expect(schemas).toContain("export { most, isLong, send } from '?plain'")
})

test('what uses something of another module that needs schemas needs them too', () => {
  const { plain, plainCode } = split(`
    import { years } from './dates.ts'
    import { text } from './fields.ts'
    export const first = years.first
    const short = () => text(10)
    export const Short = short()`)

  expect([...plain]).toEqual(['first'])
  expect(plainCode).toContain("import { years } from './dates.ts?plain'")
})
