import { expect, test } from 'vitest'
import { priceInBaht } from './baht.ts'
import { draftOf, LeftOut, type RealEvent } from './real-events.ts'

const now = new Date('2026-11-21T03:00:00.000Z')

const thai = (given: object): RealEvent => ({
  source: 'thai',
  name: 'Meetup',
  date: '2026-12-05',
  time: '18:30 ~ 21:00',
  place: 'KX',
  latitude: null,
  longitude: null,
  categories: ['Meetup'],
  topics: [],
  price_text: 'FREE',
  links: [],
  summary: 'An evening.',
  description_markdown: '',
  ...given,
})

const conference = (given: object): RealEvent => ({
  source: 'conferences',
  topic: 'security',
  name: 'Summit',
  url: 'https://example.com',
  startDate: '2026-12-05',
  endDate: '2026-12-06',
  online: false,
  city: 'Pune',
  country: 'India',
  ...given,
})

test('hours of one digit are read', () => {
  expect(draftOf(thai({ time: '9:00 ~ 17:30' }), now)).toMatchObject({
    start_date_event: '2026-12-05T02:00:00.000Z',
    end_date_event: '2026-12-05T10:30:00.000Z',
  })
})

test.each([
  ['9.00 - 17.30', '02:00', '10:30'],
  ['9am - 5pm', '02:00', '10:00'],
  ['6:30 PM ~ 9:00 PM', '11:30', '14:00'],
  ['12:00 AM ~ 12:30 PM', '17:00', '05:30'],
])('the hours of "%s" are read', (time, from, to) => {
  const draft = draftOf(thai({ time }), now)

  expect(draft.start_date_event).toContain(`T${from}:`)
  expect(draft.end_date_event).toContain(`T${to}:`)
})

test.each([
  [{ time: '25:00 ~ 26:00' }, 'Its time is not one of a day: 25:00.'],
  [{ time: '13 PM' }, 'Its time is not one of a day: 13 PM.'],
  [{ date: '2026-13-45' }, 'Its date is not a day such as 2026-12-05: 2026-13-45.'],
  [{ date: '2026-12-05 ~ soon' }, 'Its date is not a day such as 2026-12-05: soon.'],
  [{ date: '' }, 'Its date is not a day such as 2026-12-05: .'],
])('%j is left out, and the other events are not stopped by it', (given, words) => {
  const draft = () => draftOf(thai(given), now)

  expect(draft).toThrow(LeftOut)
  expect(draft).toThrow(words)
})

test.each([
  ['350 THB', 350],
  ['THB1,500 Adults, THB750 Students', 1500],
  ['300 ~ 500 THB', 300],
  ['20 USD or 650 THB', 650],
  ['฿99.50', 99.5],
  ['THB 350 / USD 10', 350],
  ['1 day pass: 500 THB', 500],
  ['2 tickets for 500 baht', 500],
  ['1,500', 1500],
  ['FREE with 100 THB deposit', 0],
  ['', 0],
  ['790 SGD (2019 Jan)', null],
  ['$20', null],
  ['20€', null],
  ['20 usd', null],
  ['20 euros', null],
  ['500 Yen', null],
  ['Rs. 500', null],
  ['RM50', null],
])('%s is %s baht', (typed, baht) => {
  expect(priceInBaht(typed)).toBe(baht)
})

test('an event whose price is in another currency is left out, and it is said why', () => {
  const draft = () => draftOf(thai({ price_text: "'790 SGD'" }), now)

  expect(draft).toThrow(LeftOut)
  expect(draft).toThrow('Its price is not in baht: 790 SGD.')
})

test('quotes of YAML around a text go, and those within it stay', () => {
  const texts = {
    name: "'It''s time'",
    place: '"AIS D.C."',
    summary: 'Say "hello".',
    description_markdown: "'It''s on'",
  }
  const quoted = thai({ ...texts, date: "'2026-12-05'", categories: ["'Workshop'"] })

  expect(draftOf(quoted, now)).toMatchObject({
    event_name: "It's time",
    address: 'AIS D.C.',
    description: 'Say "hello".',
    detailed_description: "It's on",
    category: 'WORKSHOP',
    start_date_event: '2026-12-05T11:30:00.000Z',
  })
  expect(draftOf(thai({ name: 'Forum "UX TALK"' }), now).event_name).toBe('Forum "UX TALK"')
})

test('a place abroad is never put into Bangkok', () => {
  expect(draftOf(conference({}), now)).toMatchObject({ address: 'Pune, India', latitude: 18.52, longitude: 73.857 })
  expect(draftOf(thai({ place: 'Singapore' }), now)).toMatchObject({ latitude: 1.29 })
  expect(draftOf(thai({ place: 'Bangkok Lane, Singapore' }), now)).toMatchObject({ latitude: '', longitude: '' })
  expect(() => draftOf(conference({ city: 'Atlantis' }), now)).toThrow(
    'Where it takes place on the map is not known: Atlantis, India.',
  )
})

test.each([
  ['Chiang Mai', 18.788],
  ['The Brick Plus, Chiangmai', 18.788],
  ['ถนนเชียงใหม่ ขอนแก่น', 16.432],
  ['Phuket Road, Bangkok', 13.756],
  ['KX', ''],
])('a place in Thailand, "%s", stands in the city that it names, or has no pin', (place, latitude) => {
  expect(draftOf(thai({ place }), now)).toMatchObject({ address: place, latitude })
})

test('coordinates of the file go before the middle of a city', () => {
  expect(draftOf(thai({ place: 'Chiang Mai', latitude: 18.7948966, longitude: 98.9719646 }), now)).toMatchObject({
    latitude: 18.7948966,
    longitude: 98.9719646,
  })
})
