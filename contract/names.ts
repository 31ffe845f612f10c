import { z } from 'zod'
import { requiredText } from './fields.ts'

/** Control characters, line breaks, and marks that turn the direction of writing. None of them belongs into one line:
 *  in a list they make other people's lines read wrongly. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u

/** Characters that nobody sees: with them two different names look alike, or a name looks blank. Joiners and the
 *  variants of emoji and Han characters are not among them, because they can be seen. */
const unseen = /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/gu

/** A joiner does something only after a vowel sign or virama, in scripts that join their letters, and between emoji. */
const idleJoiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\u200C|\u200D)/gu

/** Takes characters that nobody sees out of one line, such as the zero-width spaces between Thai words. */
export function visible(line: string): string {
  return line.replace(unseen, '').replace(idleJoiner, '').trim()
}

/** Makes one visible line of a text from elsewhere, which nobody can be asked to type anew. */
export function asName(foreign: string): string {
  return visible(foreign.replace(new RegExp(disruptive, 'gu'), ' ').replace(/ {2,}/g, ' '))
}

const oneLine = (label: string) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .refine((line) => !disruptive.test(line), `${label} may not have line breaks or hidden control characters.`)
    .transform(visible)

/** A name, or any other line that others read beside their own: no line break, nothing that turns the direction of
 *  writing, nothing that is not seen. `label` is the field's name as a person knows it. */
export function requiredName(label: string, max: number) {
  return oneLine(label).pipe(requiredText(label, max))
}

/** A name, or any other such line, that may be blank; null counts as ''. */
export function optionalName(label: string, max: number) {
  return z
    .string()
    .nullable()
    .transform((line) => line ?? '')
    .pipe(oneLine(label))
    .pipe(z.string().max(max, `Use at most ${max} characters.`))
}
