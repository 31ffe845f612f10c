import { informationPages } from '#contract/paths.ts'
import { expect, test } from '../../support/fixtures.ts'

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
