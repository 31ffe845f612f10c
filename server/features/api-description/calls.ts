import type { z } from 'zod'
import { callGroups } from '#contract/calls.ts'
import * as application from '#contract/events/application.ts'
import * as applying from '#contract/events/applying.ts'
import * as fields from '#contract/fields.ts'
import * as slip from '#contract/payments/slip.ts'
import * as pictures from '#contract/pictures.ts'
import * as questions from '#contract/questions/questions.ts'

export const groupNames = Object.keys(callGroups)

/** The schemas of the contract that have a name, for those that are objects or choices. */
export const namedSchemas: [name: string, schema: z.ZodType][] = [
  ...Object.values(callGroups).flat(),
  ...[application, applying, fields, pictures, questions, slip],
].flatMap((module) =>
  Object.entries(module).flatMap(([name, value]): [string, z.ZodType][] => (isNameable(value) ? [[name, value]] : [])),
)

function isNameable(value: unknown): value is z.ZodType {
  const { _zod: zod } = (value ?? {}) as Partial<z.ZodType>
  return zod?.def.type === 'object' || zod?.def.type === 'enum'
}
