/** Characters that neither XML 1.0 (section 2.2) nor calendars (RFC 5545, section 3.1) may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu

/** The text without control characters, but for tabs and line breaks. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintable, '')
}
