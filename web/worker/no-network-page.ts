import { inLanguage, type Language } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as en from '#languages/en/no-network.json'
import * as th from '#languages/th/no-network.json'

const messages = { en, th }

/** One worker serves the pages of every language. */
function main(hasTickets: boolean, language: Language) {
  const m = messages[language]
  const again = `<a href="">${m.tryAgain}</a>`
  const help = hasTickets
    ? `<p>${m.tickets}</p>
<p><a href="${inLanguage(paths.myTickets, language)}">${m.myTickets}</a> ${again}</p>`
    : `<p>${m.onceOnline}</p>
<p>${again}</p>`
  return `<h1>${m.noNetwork}</h1>
${help}`
}

/** As in web/lib/session/theme.ts: the viewer's choice overrides the browser's setting, before the first paint. */
const schemeScript = `try{
var c=localStorage.getItem('scheme')||sessionStorage.getItem('scheme');
if(c==='light'||c==='dark')document.documentElement.dataset.scheme=c
}catch(e){}`

/** Shown if the page is not cached: says what is wrong, and links to the tickets if any are cached. Needs no other
 *  file, and reloads once the network is back. */
const html = (mark: string, hasTickets: boolean, language: Language) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${messages[language].noNetwork}</title>
<script nonce="${mark}">${schemeScript};addEventListener('online',function(){location.reload()})</script>
<style nonce="${mark}">
:root { color-scheme: light; --ink: #22223b; --surface: #f8f8fe; --link: #5b21b6 }
:root[data-scheme="dark"] { color-scheme: dark; --ink: #eaeaf3; --surface: #0d0d15; --link: #b0b6ff }
@media (prefers-color-scheme: dark) {
  :root:not([data-scheme="light"]) { color-scheme: dark; --ink: #eaeaf3; --surface: #0d0d15; --link: #b0b6ff }
}
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 1rem; padding: 1.5rem; box-sizing: border-box;
  text-align: center; font: 1.125rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--surface) }
h1, p { margin: 0; max-width: 24rem }
h1 { font-size: 1.5rem }
a { display: inline-block; color: var(--link); padding: .75rem }
</style>
<main>
${main(hasTickets, language)}
</main>`

export function noNetworkPage(hasTickets: boolean, language: Language): Response {
  const mark = crypto.randomUUID()
  return new Response(html(mark, hasTickets, language), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${mark}'; script-src 'nonce-${mark}'`,
    },
  })
}
