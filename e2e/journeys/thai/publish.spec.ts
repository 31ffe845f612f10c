import { fillEvent } from '../../support/event-form.ts'
import { expect, test } from '../../support/fixtures.ts'

test.use({ locale: 'th-TH', viewport: { width: 360, height: 740 } })

test('a new organizer publishes an event in Thai, with a question and two ticket types, and finds it among theirs', async ({
  page,
  makers,
  login,
}) => {
  const name = makers.uniqueName()
  const event_name = `ปั่นจักรยานชมกรุง ${name}`
  await login(await makers.addAttendee())

  await page.goto('/become-organizer')
  await expect(page).toHaveURL('/th/become-organizer')
  await page.getByLabel('ชื่อผู้จัด').fill(`ชมรม ${name}`)
  await page.getByLabel('อีเมล').fill('team@example.com')
  await page.getByLabel('ประเภทผู้จัด').selectOption({ label: 'บุคคลทั่วไป' })
  await page.getByRole('button', { name: 'สมัครเป็นผู้จัด' }).click()
  await expect(page.getByText('ยินดีด้วย คุณเป็นผู้จัดแล้ว')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'สร้างอีเวนต์' }).click()
  await expect(page.getByRole('heading', { name: 'สร้างอีเวนต์ของคุณ' })).toBeVisible()
  await fillEvent(page, {
    ข้อมูลทั่วไป: {
      ชื่องาน: event_name,
      'คำอธิบายสั้น ๆ': 'ปั่นเลียบคลอง แวะไหว้พระ แล้วกินก๋วยเตี๋ยวเรือ',
      รายละเอียดงาน: '## กำหนดการ\n\n- **07.00** นัดเจอกัน\n- 07.30 ออกปั่น',
      หมวดหมู่: 'อื่น ๆ',
    },
  })
  const next = page.getByRole('button', { name: 'ถัดไป' })
  await next.press('Enter')
  await expect(page.getByText('ขั้นที่ 2 จาก 5: สถานที่')).toBeVisible()
  await next.press('Enter')
  await expect(page.getByLabel('ที่อยู่')).toHaveAccessibleDescription(/ใส่ที่อยู่ หรือเปิด “แจ้งสถานที่ภายหลัง”/)
  await fillEvent(page, {
    สถานที่: { ที่อยู่: 'สวนลุมพินี กรุงเทพฯ' },
    // Years of the Buddhist era, as people type them.
    วันและเวลา: { เวลาเริ่มงาน: '2599-03-14T07:00', เวลาจบงาน: '2599-03-14T11:30', เวลาปิดรับสมัคร: '2599-03-10T20:00' },
  })
  await expect(page.getByLabel('เวลาเริ่มงาน')).toHaveValue('2056-03-14T07:00')
  await expect(page.getByRole('group', { name: 'วันงาน' }).getByRole('status')).toHaveText(
    'อังคาร 14 มี.ค. 2599 เวลา 07.00–11.30 น. (เวลาไทย)',
  )

  await next.press('Enter')
  const asking = page.getByRole('group', { name: 'คำถามถึงผู้สมัคร' })
  await asking.getByRole('button', { name: 'เพิ่มคำถาม' }).click()
  const question = page.getByRole('group', { name: 'คำถามที่ 1' })
  await question.getByLabel('คำถาม', { exact: true }).fill('มีจักรยานของตัวเองไหม')
  await question.getByLabel('รูปแบบคำตอบ').selectOption({ label: 'เลือกได้ข้อเดียว' })
  await question.getByLabel('ตัวเลือก').fill('มี\nขอยืม')
  await question.getByRole('switch', { name: 'ต้องตอบ' }).check()
  const types = page.getByRole('group', { name: 'ประเภทบัตร', exact: true })
  await types.getByRole('button', { name: 'เพิ่มประเภทบัตร' }).click()
  const early = page.getByRole('group', { name: 'ประเภทบัตรที่ 1' })
  await early.getByLabel('ชื่อ', { exact: true }).fill('เออร์ลีเบิร์ด')
  await early.getByLabel('ราคา (฿)').fill('๒๕๐')
  await early.getByLabel('จำนวนที่').fill('10')
  await types.getByRole('button', { name: 'เพิ่มประเภทบัตร' }).click()
  const regular = page.getByRole('group', { name: 'ประเภทบัตรที่ 2' })
  await regular.getByLabel('ชื่อ', { exact: true }).fill('บัตรทั่วไป')
  await regular.getByLabel('ราคา (฿)').fill('390')
  await next.press('Enter')
  await page.getByRole('button', { name: 'สร้างอีเวนต์', exact: true }).click()
  await expect(page.getByText('สร้างอีเวนต์แล้ว')).toBeVisible()
  await expect(page).toHaveURL('/th')

  await page.getByRole('navigation', { name: 'เมนูลัด' }).getByRole('link', { name: 'อีเวนต์ของฉัน' }).click()
  await expect(page.getByRole('heading', { name: 'อีเวนต์ของฉัน', level: 1 })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: event_name })).toContainText(
    'อังคาร 14 มี.ค. 2599 เวลา 07.00 น.',
  )
  await page.getByRole('heading', { name: event_name }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: event_name, level: 1 })).toBeVisible()
  const registration = page.getByRole('region', { name: 'รายละเอียดการสมัคร' })
  for (const text of ['เริ่มต้น ฿250', 'เหลือ 10 ที่', '฿390', 'ศุกร์ 10 มี.ค. 2599 เวลา 20.00 น.']) {
    await expect(registration).toContainText(text)
  }

  await page.goto(`${new URL(page.url()).pathname}/share`)
  await expect(page.getByLabel('แสดงบนเว็บไซต์ของคุณ')).toHaveValue(/\/th\/embed\.js"/)
})
