import { sendWaitingMailsNow } from '#server/testing/programs/start-program.ts'
import { addOrganizer, expect, test } from '../../support/outside.ts'

test.use({ locale: 'th-TH', viewport: { width: 360, height: 740 } })

test('a newcomer finds an event in Thai, signs in by email, applies with answers, and gives the ticket back', async ({
  page,
  makers,
  outside: { mailbox, dataDir },
}) => {
  const name = makers.uniqueName()
  const email = `${name}@example.com`
  const { event_name } = await makers.addEvent(
    {
      event_name: `คืนดนตรีในสวน ${name}`,
      description: 'ดนตรีใต้ต้นไม้ เอาเสื่อมาปูได้',
      detailed_description:
        '## กำหนดการ\n\n| เวลา | กิจกรรม |\n|---|---|\n| 18.00 | ดนตรี 2 วง |\n| 20.00 | กินข้าวด้วยกัน |',
      address: 'สวนรถไฟ กรุงเทพฯ',
      max_attendee: 30,
      questions: [
        { id: 'meal', kind: 'one_of', text: 'กินอาหารแบบไหน', required: true, choices: ['ทั่วไป', 'เจ'] },
        { id: 'note', kind: 'long', text: 'อยากบอกอะไรผู้จัดไหม', required: false, choices: [] },
      ],
    },
    await addOrganizer(makers, mailbox),
  )

  await page.goto('/discover')
  await expect(page).toHaveURL('/th/discover')
  await page.getByPlaceholder('ค้นหาอีเวนต์...').fill(event_name)
  await expect(page.getByRole('heading', { name: '1 งาน', exact: true })).toHaveCount(1)
  await page.getByRole('main').getByRole('heading', { name: event_name }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: event_name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'ตาราง' })).toContainText('ดนตรี 2 วง')
  const registration = page.getByRole('region', { name: 'รายละเอียดการสมัคร' })
  await expect(registration).toContainText('ผู้ร่วมงาน 0 จาก 30 คน')
  await page.getByRole('button', { name: 'สมัครเลย' }).click()
  const sheet = page.getByRole('dialog', { name: `สมัคร ${event_name}` })
  await sheet.getByLabel('ชื่อ').fill('มาลี ศรีสุข')
  await sheet.getByLabel('อีเมล').fill(email)
  await sheet.getByRole('button', { name: 'ต่อไป' }).click()
  const field = sheet.getByLabel('รหัส', { exact: true })
  await expect(field).toHaveAccessibleDescription(`เราส่งรหัสไปที่ ${email} แล้ว ใช้ได้ 10 นาที`)
  const [, code = ''] = /รหัสของคุณคือ (\d{6})/.exec(await mailbox.textTo(email, 'รหัสเข้าสู่ระบบ Ruam')) ?? []
  await field.fill(code)

  const apply = sheet.getByRole('button', { name: 'สมัคร', exact: true })
  await apply.click()
  await expect(sheet.getByText('ตอบคำถามนี้ด้วย')).toBeVisible()
  await sheet.getByRole('radio', { name: 'เจ' }).check()
  await sheet.getByLabel('อยากบอกอะไรผู้จัดไหม').fill('ขอนั่งใกล้เวที')
  await apply.click()
  await expect(page.getByText('สมัครสำเร็จแล้ว!')).toBeVisible()
  await expect(registration).toContainText('ผู้ร่วมงาน 1 จาก 30 คน')

  await page.getByRole('navigation', { name: 'เมนูลัด' }).getByRole('link', { name: 'บัตรของฉัน' }).click()
  await expect(page.getByRole('heading', { name: 'บัตรของฉัน', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: /^ดูบัตร/ }).click()
  await expect(page.getByRole('heading', { name: 'บัตรเข้างาน' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^คิวอาร์โค้ดของบัตร / })).toBeVisible()
  await expect(page.getByText('มาลี ศรีสุข')).toBeVisible()
  await expect(page.getByRole('region', { name: 'คำตอบของคุณ' })).toContainText('กินอาหารแบบไหนเจ')
  await sendWaitingMailsNow(dataDir)
  const mail = await mailbox.textTo(email, `บัตรงาน ${event_name} ของคุณ`)
  expect(mail).toContain(`คุณได้บัตรงาน ${event_name} แล้ว 1 ใบ`)
  expect(mail).toContain(page.url())

  const [, back = ''] = /ถ้ามาไม่ได้ คืนบัตรก่อนงานเริ่ม คนอื่นจะได้มาแทน: (\S+)/.exec(mail) ?? []
  await page.goto(back)
  await page.getByRole('button', { name: 'คืนบัตร' }).click()
  const question = page.getByRole('dialog', { name: 'คืนบัตรงานนี้ไหม' })
  await expect(question).toContainText('คนอื่นอาจได้ไปทันที')
  await question.getByRole('button', { name: 'คืนบัตร' }).click()
  await expect(page.getByText('คืนบัตรเรียบร้อยแล้ว!')).toBeVisible()
  expect(await mailbox.textTo(email, `คืนบัตรงาน ${event_name} แล้ว`)).toContain('คนอื่นจะได้ที่ของคุณ')
})
