import { expect, test } from '../../support/fixtures.ts'
import { keepOld } from '../../support/live.ts'

test.use({ locale: 'th-TH', viewport: { width: 360, height: 740 } })

test('who comes too late for an event reads why in Thai', async ({ page, makers, login, pageProblems }) => {
  const [me, holder] = [await makers.addAttendee(), await makers.addAttendee()]
  const closed = await makers.addEvent({ end_date_register: new Date(Date.now() - 60_000).toISOString() })
  const full = await makers.addEvent({ max_attendee: 1, waiting_list: false })
  pageProblems.allow(/409/)
  await login(me)

  // The seat is taken while they look at the page.
  await keepOld(page)
  await page.goto(`/events/${full.id}`)
  const apply = page.getByRole('button', { name: 'สมัครเลย' })
  await expect(apply).toBeVisible()
  await makers.addTicket(full.id, holder)
  await apply.click()
  await expect(page.getByRole('alert')).toContainText('งานนี้เต็มแล้ว')
  await expect(apply).toBeDisabled()
  await expect(apply).toHaveAccessibleDescription('งานนี้เต็มแล้ว')

  await page.goto(`/events/${closed.id}`)
  await expect(apply).toHaveAccessibleDescription('ปิดรับสมัครแล้ว')
})
