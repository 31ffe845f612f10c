const plain: Record<string, string> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Space: ' ',
}
const withShift: Record<string, string> = {
  Backquote: '~',
  Minus: '_',
  Equal: '+',
  BracketLeft: '{',
  BracketRight: '}',
  Backslash: '|',
  Semicolon: ':',
  Quote: '"',
  Comma: '<',
  Period: '>',
  Slash: '?',
  Space: ' ',
}
const digitsWithShift = ')!@#$%^&*('

/** What a key (`KeyboardEvent.code`) means on a US keyboard, which scanners pretend to be; '' for any other key. */
export function usKey(code: string, shift: boolean): string {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  if (digit !== undefined) return shift ? (digitsWithShift[Number(digit)] ?? '') : digit
  return (shift ? withShift : plain)[code] ?? ''
}
