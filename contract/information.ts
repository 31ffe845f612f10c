import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { informationNames } from './paths.ts'

/** `lead` is the first paragraph as plain text, `html` the rest. */
export const Information = z.object({ lead: z.string(), html: z.string() })
export type Information = z.infer<typeof Information>

export const showInformation = {
  method: 'GET',
  url: '/api/information/:name',
  schema: {
    summary: 'Read an information page',
    params: z.object({ name: z.enum(informationNames) }),
    response: { 200: Information },
  },
  config: { access: 'anyone' },
} satisfies Endpoint
