import { paths } from '#contract/paths.ts'

/** The page shown where nothing was kept: it says what is wrong and where the tickets are. It needs no other file. */
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No network</title>
<style>
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 1rem; padding: 1.5rem; box-sizing: border-box;
  text-align: center; font: 1.125rem/1.5 system-ui, sans-serif; color: #22223b; background: #f8f8fe }
h1, p { margin: 0; max-width: 24rem }
h1 { font-size: 1.5rem }
a { color: #5b21b6; padding: .75rem }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark }
  body { color: #eaeaf3; background: #0d0d15 }
  a { color: #b0b6ff }
}
</style>
<main>
<h1>No network</h1>
<p>Tickets that you opened on this device are still here.</p>
<p><a href="${paths.myTickets}">My Tickets</a> <a href="">Try Again</a></p>
</main>`

export function noNetworkPage(): Response {
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
