/** Text with such letters that is drawn: behind a tag, but for those of scripts and of titles, or in a field. No attribute
 *  has a `>`. */
const drawn = /<(?!script|title)[^>]*>[^<]*[\u0E01-\u0E5B]|<input[^>]* (?:value|placeholder)="[^"]*[\u0E01-\u0E5B]/

/** Names the font of Thai letters, and of the sign ฿, ahead in the head of a rendered page that shows such: where it came after
 *  the Latin one, the browser would lay out the whole page once more. `font` is its address. */
export function withThaiFont(html: string, font: string): string {
  if (!drawn.test(html)) return html
  const link = `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="anonymous"/>`
  return html.replace('</head>', () => `${link}</head>`)
}
