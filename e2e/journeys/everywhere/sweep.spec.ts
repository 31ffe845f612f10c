import { test as base, expect } from '../../support/fixtures.ts'
import { startJudge } from '../../support/sweep/judged.ts'
import { routes } from '../../support/sweep/routes.ts'
import { faultsOfRow } from '../../support/sweep/row.ts'
import { watch, withoutTransitions } from '../../support/sweep/visit.ts'
import { addWorld, readers, storageOf, type World } from '../../support/sweep/world.ts'

const test = base.extend<object, { world: World }>({
  world: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: `${process.env.PRODUCT_URL}` })
      await use(await addWorld(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

// A part is some thirty pages.
test.slow()

for (const [part, rows] of Object.entries(routes)) {
  test(`${part} are whole for every reader, on every screen, in both schemes, by pointer and by keys`, async ({
    browser,
    request,
    world,
    baseURL,
  }) => {
    const judge = startJudge()
    const faults: string[] = []
    for (const reader of readers) {
      const localStorage = await storageOf(request, world, reader)
      const storageState = { cookies: [], origins: [{ origin: `${baseURL}`, localStorage }] }
      // Journeys of their own ask what the service worker does.
      const context = await browser.newContext({ storageState, reducedMotion: 'reduce', serviceWorkers: 'block' })
      await context.addInitScript(withoutTransitions)
      const page = await context.newPage()
      const watched = watch(page)
      const destinations = new Set<string>()
      for (const row of rows) {
        const sight = row.sees[reader]
        // Where a page leads elsewhere, one of them is loaded as a whole for each place that they lead to.
        const fromWithin = typeof sight !== 'string' && destinations.has(sight.led)
        if (typeof sight !== 'string') destinations.add(sight.led)
        const visit = { page, watched, judge, world, reader, row, fromWithin }
        const found = await test.step(`${row.pattern} as ${reader}`, () => faultsOfRow(visit))
        faults.push(...found.map((fault) => `${row.pattern} as ${reader}: ${fault}`))
      }
      await context.close()
    }
    expect(faults).toEqual([])
  })
}
