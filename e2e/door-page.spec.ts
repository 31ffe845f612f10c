import { addDoorLink, openDoor } from './door.ts'
import { expect, test } from './fixtures.ts'

test("a helper's door stays open after skipping to the content, and after an address with any other #", async ({
  page,
  makers,
  request,
}) => {
  const event = await makers.addEvent()
  const { path } = await addDoorLink(request, event.id, event.owner)
  const door = path.split('#')[0] ?? ''

  await openDoor(page, path)
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${door}#content`)
  for (const hash of ['#content', '#%']) {
    await page.goto('/login')
    await openDoor(page, door + hash)
    await expect(page.getByText('Online', { exact: true })).toBeVisible()
  }
})
