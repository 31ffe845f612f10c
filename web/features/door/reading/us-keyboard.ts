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

/** The character of a key (`KeyboardEvent.code`) on a US keyboard, which scanners imitate; '' for any other key. */
export function usKey(code: string, shift: boolean): string {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shift ? letter : letter.toLowerCase()
  if (digit !== undefined) return shift ? (digitsWithShift[Number(digit)] ?? '') : digit
  return (shift ? withShift : plain)[code] ?? ''
}
