import type { Page } from '@playwright/test'
import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import { expect, type Makers, test } from '../../support/fixtures.ts'

const day = 24 * 60 * 60_000

/** Ten events of one organizer with a common tag: two categories, three free, two online, one starting today. */
async function addEvents(makers: Makers): Promise<{ tag: string; today: string }> {
  const owner = await makers.addOrganizer()
  const tag = `lantern${makers.uniqueName()}`
  const paid = { is_free: false, ticket_price: 200 }
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
  // Just before midnight, a start in five minutes would be tomorrow.
  const today = { start_date_event: fromNow(3_000), end_date_event: fromNow(2 * day) }
  const events: Partial<EventFieldsInput>[] = [
    { ...today, event_name: 'Floating lanterns', ...paid },
    { event_name: 'Lantern workshop', category: 'WORKSHOP' },
    { event_name: 'Lantern talk', is_online: true, meeting_link: 'https://meet.example.com/l' },
    {
      event_name: 'Lantern film',
      is_online: true,
      meeting_link: 'https://meet.example.com/f',
      ...paid,
      ticket_price: 90,
    },
    { event_name: 'Lantern dinner' },
    ...Array.from({ length: 5 }, (_, n) => ({ event_name: `Lantern walk ${n + 1}`, ...paid })),
  ]
  for (const fields of events) await makers.addEvent({ category: 'CONCERT', tags: tag, ...fields }, owner)
  return { tag, today: 'Floating lanterns' }
}

const list = (page: Page) => page.getByRole('main')
const names = (page: Page) => list(page).getByRole('article').getByRole('heading')
const chip = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true })
const counted = (page: Page, said: string) =>
  expect(list(page).getByRole('heading', { name: said, exact: true })).toBeVisible()

test('search with a typo, chips, filters, sorting and pages show the matching events, also by keyboard on a phone', async ({
  page,
  makers,
}) => {
  const { tag, today } = await addEvents(makers)
  await page.goto('/')
  // Two letters are swapped.
  await page.getByRole('searchbox', { name: 'Search events' }).fill(tag.replace('an', 'na'))
  await page.keyboard.press('Enter')

  await counted(page, '10 events')
  // The next event comes first.
  await expect(names(page).first()).toHaveText(today)
  await chip(page, 'Free').click()
  await counted(page, '3 events')
  await chip(page, 'Online').click()
  await counted(page, '1 event')
  // Pressed in quick succession: each toggles the choice before it.
  await page.evaluate(() => {
    const [free, online] = ['Free', 'Online'].map((name) =>
      [...document.querySelectorAll('main button')].find((button) => button.textContent === name),
    ) as HTMLElement[]
    free?.click()
    online?.click()
    online?.click()
  })
  await counted(page, '2 events')
  await chip(page, 'Online').click()
  await counted(page, '10 events')
  await chip(page, 'Today').click()
  await expect(names(page)).toHaveText([today])
  await chip(page, 'Today').click()

  // Clearing a day leaves its month and the focus.
  await list(page).getByRole('button', { name: 'Next month' }).click()
  const day = page.locator('[data-day$="-15"]')
  await day.click()
  await expect(page).toHaveURL(/date=[\d-]+-15/)
  await day.click()
  await counted(page, '10 events')
  await expect(day).toHaveAttribute('aria-pressed', 'false')
  await expect(day).toBeFocused()

  await list(page).getByRole('button', { name: 'Category', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Workshop/ }).click()
  await counted(page, '1 event')
  await list(page).getByRole('button', { name: 'Category: Workshop' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Workshop/ }).click()

  await list(page).getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Newest' }).click()
  await expect(names(page).first()).toHaveText('Lantern walk 5')
  const next = list(page).getByRole('link', { name: 'Next page' })
  await next.press('Enter')
  await expect(names(page)).toHaveCount(4)
  await expect(list(page).getByText('Page 2 of 2')).toHaveAttribute('aria-live', 'polite')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await expect(names(page).last()).toHaveText(today)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/discover?tags=${tag}`)
  await counted(page, '10 events')

  // A typed search is one step of the history, however often it changes.
  await chip(page, 'Online').click()
  await counted(page, '2 events')
  for (const word of ['film', 'talk']) {
    await list(page).getByRole('searchbox').fill(word)
    await expect(page).toHaveURL(new RegExp(`search=${word}`))
  }
  await page.goBack()
  await expect(page).toHaveURL(`/discover?online=true&tags=${tag}`)
  await page.goBack()
  await expect(page).toHaveURL(`/discover?tags=${tag}`)
  await counted(page, '10 events')

  for (const [name, count] of [
    ['Online', '2 events'],
    ['Free', '1 event'],
  ] as const) {
    await chip(page, name).focus()
    await page.keyboard.press('Space')
    await counted(page, count)
    await expect(chip(page, name)).toBeFocused()
  }
  for (const name of ['Online', 'Free']) {
    await chip(page, name).press('Enter')
    await expect(chip(page, name)).toHaveAttribute('aria-pressed', 'false')
  }
  await list(page).getByRole('button', { name: 'Sort', exact: true }).press('Enter')
  // The browser reports an opened menu with a delay.
  await expect(page.getByRole('menuitemcheckbox', { name: 'Soonest' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=price/)
  await expect(names(page).first()).toHaveText('Lantern workshop')

  await list(page).getByRole('button', { name: 'Calendar' }).press('Enter')
  await page.locator('[aria-current="date"]').press('Enter')
  await expect(names(page)).toHaveText([today])
  await list(page).getByRole('link', { name: 'See all events on this day' }).press('Enter')
  await expect(page).toHaveURL(/\/discover\?date=[\d-]+$/)
  await expect(list(page).getByRole('heading', { name: / events? on / })).toBeVisible()
})

test('on a small phone the home page shows an event with its button, and what many look for', async ({
  page,
  makers,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const owner = await makers.addOrganizer()
  const address = 'สวนเบญจกิติ ถนนรัชดาภิเษก แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110'
  for (let event = 0; event < 3; event++) {
    await makers.addEvent({ event_name: 'Wednesday evening of wonderful northern music', address }, owner)
  }

  await page.goto('/')

  const hero = page.getByRole('group', { name: '1 of' })
  const button = await hero.getByRole('link', { name: 'View Event' }).boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  const linesOfTime = await hero.locator('time').evaluate(({ firstChild }) => {
    const range = document.createRange()
    range.setStart(firstChild as Text, String(firstChild?.textContent).search(/\d+:\d\d/))
    range.setEnd(firstChild as Text, String(firstChild?.textContent).length)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
  })
  expect(linesOfTime).toBe(1)
  await page.getByRole('link', { name: 'This weekend' }).click()
  await expect(page.getByRole('button', { name: 'This weekend' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await page.getByRole('link', { name: 'Free', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Free', exact: true })).toHaveAttribute('aria-pressed', 'true')

  // The tab stays open until the next day.
  await page.clock.install()
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Today' })
  const before = await link.getAttribute('href')
  await page.clock.fastForward('24:00:00')
  await expect(link).not.toHaveAttribute('href', String(before))
  await link.click()
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true')
})
