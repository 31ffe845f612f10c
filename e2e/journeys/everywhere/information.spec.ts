import { informationPages } from '#contract/paths.ts'
import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

test('a visitor opens every information page from the footer, and downloads the logo', async ({ page, request }) => {
  await page.goto('/discover')
  const footer = page.getByRole('contentinfo')
  // The logo at the top leads home.
  await expect(footer.getByRole('link')).toHaveCount(Object.keys(informationPages).length)

  for (const { group, title, path } of Object.values(informationPages)) {
    const link = footer.getByRole('navigation', { name: group }).getByRole('link', { name: title })
    await expect(link).toHaveAttribute('href', path)
    expect(await (await request.get(path)).text()).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  }
  const { title, path } = informationPages['privacy-policy']
  await footer.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Ruam`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\.$/)

  await footer.getByRole('link', { name: 'Press Kit' }).click()
  await expect(page.getByRole('img', { name: /^The mark in colour/ })).toBeVisible()
  for (const link of await page
    .getByRole('main')
    .getByRole('link', { name: /SVG|PNG/ })
    .all()) {
    const reply = await request.get((await link.getAttribute('href')) ?? '')
    expect(reply.headers()['content-type']).toMatch(/^image\//)
  }
})

test("everything stored in a ticket holder's browser is in the cookie policy", async ({ page, makers, login }) => {
  await keepOld(page)
  const { id } = await makers.addEvent()
  const attendee = await makers.addAttendee()
  const ticket = await makers.addTicket(id, attendee)
  await login(attendee)

  await page.goto(`/events/${id}`)
  await page.getByPlaceholder('Add a comment...').fill('Half a tho')
  await page.getByRole('button', { name: 'Keep sidebar open' }).click()
  await page.goto(`/virtual-ticket/${ticket.id}`)
  await expect(page.getByText(ticket.ticket_number)).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(2)
  await page.goto('/legal/cookie-policy')
  const names = await page.getByRole('main').locator('code').allTextContents()

  const stored = await page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => `${name}`),
    caches: await caches.keys(),
  }))
  const all = [...stored.local, ...stored.session, ...stored.databases, ...stored.caches]

  expect(stored.cookies).toBe('')
  expect(all.filter((name) => !names.includes(name))).toEqual(['journey'])
  expect(all).toEqual(expect.arrayContaining(['access_token', 'sidebar', 'kept', 'pages 1', 'files 1']))
})
