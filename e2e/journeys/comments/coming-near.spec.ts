import type { Page } from '@playwright/test'
import { openComments, panelOf, regionOf } from '../../support/comments.ts'
import { failures, follow } from '../../support/failing.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hold } from '../../support/hold.ts'
import { keepOld } from '../../support/live.ts'

const code = '**/assets/comments-*.js'
const phone = { width: 360, height: 740 }

/** Records the requests for the comments' code. */
function recordRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/comments-[^/]*\.js$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('comments are readable before their code loads, which happens near the screen, or if it fails to load', async ({
  page,
  makers,
  pageProblems,
}) => {
  pageProblems.allow(failures)
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'Who comes along?')
  await makers.addComment(event.id, event.owner, 'I do', thread.id)
  for (let count = 1; count <= 7; count++) await makers.addComment(event.id, event.owner, `comment ${count}.`)
  await page.setViewportSize(phone)
  await keepOld(page)
  const asked = recordRequests(page)
  await page.goto(`/events/${event.id}`)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  const region = regionOf(page)
  await expect(panelOf(page).getByRole('button')).toHaveCount(0)
  await expect(panelOf(page).getByText('1 reply')).toHaveCount(1)

  await page.route(code, (route) => route.abort())
  await page.context().setOffline(true)
  await panelOf(page).getByText('Who comes along?').scrollIntoViewIfNeeded()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect(panelOf(page).getByText('Who comes along?')).toBeVisible()
  await page.unroute(code)

  // They become usable once online again.
  asked.length = 0
  const release = await hold(page, code)
  await page.context().setOffline(false)
  await expect.poll(() => asked).toHaveLength(1)
  await region.focus()
  const scrolled = await region.evaluate(({ scrollTop }) => scrollTop)
  expect(scrolled).toBeGreaterThan(0)
  const before = await page.evaluate(() => scrollY)
  release()

  const opener = page.getByRole('button', { name: `1 reply to ${event.owner.username}` })
  await expect(opener).toBeVisible()
  expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await expect(region).toBeFocused()
  await opener.click()
  await expect(panelOf(page).getByText('I do')).toBeVisible()
})

test('links to comments scroll to them, and nothing moves when the page hydrates', async ({ page, makers }) => {
  const event = await makers.addEvent({ detailed_description: 'Two talks, then food.\n\n'.repeat(20) })
  const first = await makers.addComment(event.id, event.owner, 'the first')
  for (let count = 1; count <= 7; count++) await makers.addComment(event.id, event.owner, `comment ${count}.`)
  await page.setViewportSize(phone)
  const shell = '**/assets/shell-*.js'
  const apply = page.getByRole('link', { name: 'Apply Now' })
  // Without the style sheet, or with a different font, the page has another height.
  const rendered = async () => {
    await panelOf(page).waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
  }
  // In one step, because an element found by a locator may be replaced before it is measured.
  const top = () =>
    page.evaluate(() => Math.round(document.querySelector('#comments')?.getBoundingClientRect().top ?? Number.NaN))

  const showLinked = await hold(page, shell)
  await page.goto(`/events/${event.id}#comments`, { waitUntil: 'commit' })
  await rendered()
  // At the usual scroll margin below the top.
  await expect.poll(top).toBe(80)
  showLinked()
  await expect(apply).toBeVisible()
  expect(await top()).toBe(80)

  const show = await hold(page, shell)
  await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
  await rendered()
  const before = await top()
  show()
  await expect(apply).toBeVisible()
  expect(await top()).toBe(before)

  await page.goto('about:blank')
  await page.goto(`/events/${event.id}#comment-${first.id}`)
  await expect(page.getByRole('button', { name: `Reply to ${event.owner.username}` }).last()).toBeInViewport()
  await expect(panelOf(page).getByText('the first')).toBeInViewport()
})

test('a reply from an earlier visit is restored without scrolling or taking the focus', async ({ page, makers }) => {
  const event = await makers.addEvent({ detailed_description: 'A line of many.\n\n'.repeat(60) })
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  await page.setViewportSize(phone)
  await openComments(page, `/events/${event.id}`)
  await page.getByRole('button', { name: `Reply to ${event.owner.username}` }).click()
  const reply = page.getByPlaceholder('Write a reply...')
  await expect(reply).toBeFocused()
  await reply.fill('Half a reply')
  // A reload returns to where the page was.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.reload()
  const top = await panelOf(page).evaluate((panel) => panel.getBoundingClientRect().top + scrollY)
  const near = Math.round(top - 1.4 * phone.height)
  await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), near)

  await expect(reply).toHaveValue('Half a reply')
  await expect(reply).not.toBeFocused()
  expect(await page.evaluate(() => Math.round(scrollY))).toBe(near)
})

test('comments load after client-side navigation and after Back', async ({ page, makers }) => {
  const event = await makers.addEvent()
  await makers.addComment(event.id, event.owner, 'Who comes along?')
  const release = await hold(page, code)
  await keepOld(page)
  await page.goto('/discover')
  await page.waitForLoadState('networkidle')
  await follow(page, `/events/${event.id}`)

  await expect(panelOf(page).getByText('Who comes along?')).toBeVisible()
  const height = () => panelOf(page).evaluate((section) => section.clientHeight)
  const waiting = await height()
  release()
  await expect(page.getByRole('button', { name: `Reply to ${event.owner.username}` })).toBeVisible()
  expect(await height()).toBe(waiting)

  await page.goBack()
  await expect(panelOf(page)).toHaveCount(0)
  await page.goForward()
  await expect(panelOf(page).getByText('Who comes along?')).toBeVisible()
})
