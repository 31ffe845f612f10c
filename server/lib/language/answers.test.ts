import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'

test('below /th refusals are in Thai, with the same codes', async () => {
  const { visitor } = await startApp()

  const english = (await visitor.get('/api/events/999')).json()
  const thai = (await visitor.get('/th/api/events/999')).json()

  expect(english).toMatchObject({
    code: 'event_not_found',
    message: 'This event does not exist, or you cannot see it.',
  })
  expect(thai).toMatchObject({ code: 'event_not_found', message: 'ไม่พบงานนี้ หรือคุณไม่มีสิทธิ์ดู' })
  expect((await visitor.get('/th/api/nothing')).json().message).toBe('ไม่พบสิ่งนี้ หรือคุณไม่มีสิทธิ์ดู')
})

test('below /th every invalid field says in Thai what is wrong', async () => {
  const { visitor } = await startApp()
  const account = { username: 'm', password: 'short', password2: 'other', first_name: '', email: 'malee' }

  const { detail } = (await visitor.post('/th/api/users/register', account)).json()

  const said = Object.fromEntries(detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc[1], msg]))
  expect(said).toMatchObject({
    username: 'ชื่อผู้ใช้ต้องมีอย่างน้อย 3 ตัวอักษร',
    password: 'รหัสผ่านต้องมีอย่างน้อย 8 ตัวอักษร',
    first_name: 'ใส่ชื่อ',
    last_name: 'ใส่นามสกุล',
    email: 'ใส่อีเมลให้ถูกต้อง',
  })
})

test('below /th the message of a call that worked is in Thai', async () => {
  const { as, addUser, addEvent } = await startApp()
  const { id } = await addEvent()
  const me = as(await addUser())

  const liked = (await me.put(`/th/api/likes/${id}/toggle-like`)).json()

  expect(liked).toMatchObject({ is_liked: true, message: 'ถูกใจงานนี้แล้ว' })
})

test('a table downloaded in Thai is read again', async () => {
  const { as, addEvent } = await startApp()
  const { id, owner } = await addEvent({ is_free: false, ticket_price: 100 })
  const me = as(owner)
  await me.post(`/api/events/${id}/codes`, { code: 'HALF', percent: 50, is_stopped: true })

  const { body, headers } = await me.get(`/th/api/events/${id}/codes.csv`)
  const again = await me.post(`/th/api/events/${id}/codes/import`, { csv: body })
  const wrong = await me.post(`/th/api/events/${id}/codes/import`, { csv: 'โค้ด,ลด (เปอร์เซ็นต์)\nX1 2,200' })

  expect(body).toMatch(/^\uFEFFโค้ด,ลด \(เปอร์เซ็นต์\),.*,ใช่,0,0\.00/s)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="codes-${id}.csv"; filename*=UTF-8''${encodeURIComponent(`โค้ด-${id}.csv`)}`,
  )
  expect(again.json()).toEqual({ added: 0, changed: 1 })
  expect((await me.get(`/api/events/${id}/codes`)).json()).toMatchObject([{ code: 'HALF', is_stopped: true }])
  expect(wrong.json().message).toBe('แถวที่ 2 (โค้ด): ใช้ A–Z ตัวเลข - และ _ ยาว 3–40 ตัว')
})
