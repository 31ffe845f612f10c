/** Visible text with Thai letters or ฿: after any tag except scripts and titles, or in a field. Attributes contain
 *  no `>`. */
const visibleThai =
  /<(?!script|title)[^>]*>[^<]*[\u0E01-\u0E5B]|<input[^>]* (?:value|placeholder)="[^"]*[\u0E01-\u0E5B]/

/** Preloads the Thai font, at the address `font`, if the rendered page shows Thai letters or ฿. Loaded later, it
 *  would cause a second layout of the whole page. */
export function withThaiFont(html: string, font: string): string {
  if (!visibleThai.test(html)) return html
  const link = `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="anonymous"/>`
  return html.replace('</head>', () => `${link}</head>`)
}
