import { expect, test } from '../../support/fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('Near me asks for the location only when pressed, and sorts the nearest events first', async ({
  page,
  context,
  makers,
}) => {
  const word = makers.uniqueName()
  const owner = await makers.addOrganizer()
  const add = (event_name: string, point: object) =>
    makers.addEvent({ event_name, tags: word, address: 'Nimman Road', ...point }, owner)
  await add('Further', { latitude: 18.29, longitude: 99.49 })
  await add('Nearer', { latitude: 18.796, longitude: 98.967 })
  await add('Nowhere', {})
  await add('Online', {
    is_online: true,
    meeting_link: 'https://meet.example.com/a',
    latitude: 18.79,
    longitude: 98.97,
  })
  const chip = page.getByRole('button', { name: 'Near me' })
  const names = page.getByRole('article').getByRole('heading')

  await page.goto(`/discover?tags=${word}`)
  await expect(names).toHaveCount(4)
  // Permission has not been granted yet.
  await chip.click()
  await expect(page.getByText(/^Your browser does not share your location/)).toBeVisible()
  await expect(page).toHaveURL(`/discover?tags=${word}`)
  await expect(chip).toHaveAttribute('aria-pressed', 'false')

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 18.788312, longitude: 98.985324 })
  await chip.press('Enter')
  await expect(page).toHaveURL(`/discover?near=18.79%2C98.99&tags=${word}`)
  await expect(names).toHaveText(['Nearer', 'Further'])
  await expect(page.getByRole('article')).toContainText(['2.5 km away', '77 km away'])
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/^Your browser does not tell/)).toHaveCount(0)

  // On a phone it is the last in a row wider than the screen.
  await page.reload()
  await expect(chip).toBeInViewport({ ratio: 1 })

  await chip.click()
  await expect(page).toHaveURL(`/discover?tags=${word}`)
  await expect(names).toHaveCount(4)
})
