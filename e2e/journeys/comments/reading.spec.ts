import { expect, test } from '../../support/fixtures.ts'

test('a long thread does not move when a reply arrives above it', async ({ page, makers, login }) => {
  const event = await makers.addEvent()
  const thread = await makers.addComment(event.id, event.owner, 'the first of all')
  for (let count = 1; count <= 12; count++)
    await makers.addComment(event.id, event.owner, `answer ${count}.`, thread.id)
  await login(await makers.addAttendee())
  await page.goto(`/events/${event.id}`)
  const region = page.getByRole('region', { name: 'All comments' })
  await page.getByRole('button', { name: /^12 replies/ }).click()
  await page.getByRole('button', { name: 'Show more replies' }).click()
  await expect(region.getByRole('article')).toHaveCount(1 + 12)
  const mark = region.getByText('answer 6.')
  await mark.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const before = (await mark.boundingBox())?.y ?? 0

  await makers.addComment(event.id, event.owner, 'a new answer', thread.id)

  await expect(region.getByRole('article')).toHaveCount(1 + 13)
  const after = (await mark.boundingBox())?.y ?? 0
  expect(Math.abs(after - before)).toBeLessThan(2)
})
