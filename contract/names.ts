import { z } from 'zod'
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/fields.json'
import { requiredText } from './fields.ts'

/** Control characters, line breaks and direction marks, which would garble the other lines of a list. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Invisible characters, which make different names look alike or a name look blank. Without joiners and the
 *  variation selectors of emoji and Han characters, whose effect is visible. */
const unseen = /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/gu

/** A joiner has an effect only after a vowel sign or virama, in scripts that join letters, and between emoji. */
const idleJoiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)/gu

/** Removes invisible characters, such as the zero-width spaces between Thai words. */
function visible(line: string): string {
  return line.replace(unseen, '').replace(idleJoiner, '').trim()
}

/** Turns a name from another system, which nobody can be asked to retype, into one visible line. */
export function asName(foreign: string): string {
  return visible(foreign.replace(new RegExp(disruptive, 'gu'), ' ').replace(/ {2,}/g, ' '))
}

/** In characters. */
export const longestLinkLabel = 40

/** A link's label as counted and shown: one short, visible line; '' if nothing is left. */
export function asLinkLabel(given: string): string {
  return asName(given.slice(0, 500)).slice(0, longestLinkLabel).toWellFormed().trim()
}

const oneLine = (label: string) =>
  z
    .string({ error: fill(m.required, { label }) })
    .trim()
    .refine((line) => !disruptive.test(line), fill(m.oneLine, { label }))
    .transform(visible)

/** A name, or any other single line shown in lists: without line breaks, direction marks and invisible characters.
 *  `label` is the field's name in the form. */
export function requiredName(label: string, max: number) {
  return oneLine(label).pipe(requiredText(label, max)).meta({ minLength: 1, maxLength: max })
}

/** The same, but may be blank; null counts as ''. */
export function optionalName(label: string, max: number) {
  return z
    .string()
    .nullable()
    .transform((line) => line ?? '')
    .pipe(oneLine(label))
    .pipe(z.string().max(max, fill(m.charactersAtMost, { most: max })))
    .meta({ maxLength: max })
}
