import { expect, test } from 'vitest'
import { startDoor } from '#server/testing/door.ts'

const minute = 60_000

test('the owner sees how many came in each minute of the last hour, and by which door', async () => {
  const { event, addHolder, addLink, scanOf, send, undo, ownerLater, clock } = await startDoor()
  const north = await addLink('North')
  const start = clock.now.getTime()
  const at = (minutes: number) => {
    clock.now = new Date(start + minutes * minute)
  }
  const enter = async (from = north.door) => {
    const scan = scanOf((await addHolder()).code)
    await send([scan], from)
    return scan
  }
  const read = async () => (await (await ownerLater()).get(`/api/events/${event.id}/door/progress`)).json()
  expect(await read()).toEqual({ checked_in: 0, held: 0, minutes: [], doors: [] })

  await enter()
  await enter(await ownerLater())
  const undone = await enter()
  await undo(undone.scan_id, north.door)
  at(2)
  await enter()

  const progress = await read()
  expect(progress).toMatchObject({ checked_in: 3, held: 4 })
  expect(progress.minutes.map(({ entries }: { entries: number }) => entries)).toEqual([2, 0, 1])
  expect(Date.parse(progress.minutes[1].at) - Date.parse(progress.minutes[0].at)).toBe(minute)
  expect(progress.doors).toEqual([
    { door_link_id: north.id, door: 'North', entries: 2, last_at: new Date(start + 2 * minute).toISOString() },
    { door_link_id: null, door: null, entries: 1, last_at: new Date(start).toISOString() },
  ])

  at(61)
  const { minutes } = await read()
  expect(minutes).toHaveLength(60)
  expect(minutes[0]).toMatchObject({ entries: 1 })
})

test("the owner finds any entry, another phone's too, and undoes it; that phone's door hears of it", async () => {
  const { as, event, addHolder, addLink, scanOf, send, undo } = await startDoor()
  const north = await addLink('North')
  const [first, second] = [await addHolder(), await addHolder()]
  const scan = scanOf(first.code, { scanned_at: '2020-01-01T00:00:00.000Z' })
  await send([scan], north.door, 'Gate A')
  await send([scanOf(second.code)], undefined, 'My phone')
  const list = async (query = '') => (await as(event.owner).get(`/api/events/${event.id}/door/entries${query}`)).json()
  const seenBy = async (door: typeof north.door) =>
    (await door.get(`/api/events/${event.id}/door`))
      .json()
      .tickets.find(({ ticket_number }: { ticket_number: string }) => ticket_number === first.ticket.ticket_number)

  expect(await list()).toMatchObject([
    { ticket_number: second.ticket.ticket_number, device: 'My phone', door: null },
    { ticket_number: first.ticket.ticket_number, device: 'Gate A', door: 'North' },
  ])
  expect(await seenBy(north.door)).toMatchObject({ status: 'USED', used_door: 'North' })
  const [found] = await list(`?ticket_number=${first.ticket.ticket_number}`)
  expect(found).toMatchObject({ scan_id: scan.scan_id, fullname: first.ticket.fullname })
  await undo(found.scan_id)

  expect(await list(`?ticket_number=${first.ticket.ticket_number}`)).toEqual([])
  expect(await list()).toHaveLength(1)
  expect(await seenBy(north.door)).toMatchObject({ status: 'ACTIVE', used_at: null, used_door: null })
})

test('a list of entries holds the newest fifty', async () => {
  const { as, event, addHolder, scanOf, send } = await startDoor({ max_attendee: null })
  const codes: string[] = []
  for (let n = 0; n < 51; n++) codes.push((await addHolder()).code)
  await send(codes.map((code) => scanOf(code)))

  expect((await as(event.owner).get(`/api/events/${event.id}/door/entries`)).json()).toHaveLength(50)
})
