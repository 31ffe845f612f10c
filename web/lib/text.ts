const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Cuts a text after `max` characters and says so with '...'. Thai vowels and tone marks stay with their letter. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return letters.length <= max ? text : `${letters.slice(0, max).join('').trimEnd()}...`
}

/** 'SMART_CASUAL' as people read it: 'Smart casual'. */
export function humanize(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
