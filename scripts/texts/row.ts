/** A file of the repository; with the words that stand there where they are not the text itself: a pattern that is
 *  filled in, or a name of the text. */
export type Place = string | [file: string, words: string]

/** A text, where the product says it, and the test that fails without it. */
export type Row = [text: string, said: Place, asserted: Place] | [text: string, exception: { because: string }]

/** The texts in quotation marks of docs/specification.md, by the heading above them, each once. */
export type QuotedTexts = Record<string, Row[]>
