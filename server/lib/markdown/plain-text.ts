const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that shows a text as it was typed, line by line. */
export function plainText(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  return `<p>${escaped.replace(/\r\n|\n|\r/g, '<br>\n')}</p>\n`
}
