import { addDoorLink, codeOf, scan, silence } from '../../support/door.ts'
import { expect, test } from '../../support/fixtures.ts'

test.use({ locale: 'th-TH', viewport: { width: 360, height: 740 } })

test('a helper opens a door link in Thai, lets each guest in once, and sends later what was checked in offline', async ({
  page,
  makers,
  request,
  pageProblems,
}) => {
  const event = await makers.addEvent({ event_name: 'คืนดนตรีในสวน' })
  const [malee, somchai] = [
    await makers.addAttendee({ first_name: 'มาลี', last_name: 'สุขสันต์' }),
    await makers.addAttendee({ first_name: 'สมชาย', last_name: 'ใจดี' }),
  ]
  const code = await codeOf(request, (await makers.addTicket(event.id, malee)).id, malee)
  const { ticket_number } = await makers.addTicket(event.id, somchai)
  const { path } = await addDoorLink(request, event.id, event.owner, 'ประตูหน้า')
  pageProblems.allow(silence)
  const answer = page.getByRole('region', { name: 'ผลการสแกน' })
  const enter = async (number: string) => {
    await page.getByRole('textbox', { name: 'เลขที่บัตร' }).fill(number)
    await page.getByRole('button', { name: 'เช็กอิน', exact: true }).click()
  }

  await page.goto(path)
  await expect(page).toHaveURL(`/th/events/${event.id}/check-in`)
  await expect(answer).toContainText('พร้อมแล้ว')
  await scan(page, code)
  await expect(answer).toContainText('ยินดีต้อนรับ')
  await expect(answer).toContainText('มาลี สุขสันต์')
  await scan(page, code)
  await expect(answer).toContainText(/ใช้ไปแล้วเมื่อ \d\d\.\d\d\sน\./)

  await page.context().setOffline(true)
  await enter('AAAA-AAAA')
  await expect(answer).toContainText('ไม่มีในรายชื่อของเครื่องนี้')
  await enter(ticket_number)
  await expect(answer).toContainText('สมชาย ใจดี')
  await expect(page.getByText('ออฟไลน์: รอส่ง 1 รายการ')).toBeVisible()
  await page.getByRole('tab', { name: 'รายชื่อ' }).click()
  await expect(page.getByText(/^เข้างานเมื่อ .* เช็กอินที่เครื่องนี้ รอส่ง$/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('ออนไลน์', { exact: true })).toBeVisible()
  await expect(page.getByText('2 / 2')).toBeVisible()
  await expect(page.getByText(/^เข้างานเมื่อ \d\d\.\d\d\sน\. \(ประตูหน้า\)$/)).toHaveCount(2)
})
