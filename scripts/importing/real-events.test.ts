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
  ['350 THB', 350],
  ['THB1,500 Adults, THB750 Students', 1500],
  ['300 ~ 500 THB', 300],
  ['20 USD or 650 THB', 650],
  ['฿99.50', 99.5],
  ['FREE with 100 THB deposit', 0],
  ['', 0],
  ['790 SGD (2019 Jan)', null],
  ['$20', null],
  ['20€', null],
])('%s is %s baht', (typed, baht) => {
  expect(priceInBaht(typed)).toBe(baht)
})

test('an event whose price is in another currency is left out, and it is said why', () => {
  const draft = () => draftOf(thai({ price_text: "'790 SGD'" }), now)

  expect(draft).toThrow(LeftOut)
  expect(draft).toThrow('Its price is not in baht: 790 SGD.')
})

test('quotes of YAML around a text go, and those within it stay', () => {
  const draft = draftOf(thai({ name: "'It''s time'", place: '"AIS D.C."', summary: 'Say "hello".' }), now)

  expect(draft).toMatchObject({ event_name: "It's time", address: 'AIS D.C.', description: 'Say "hello".' })
  expect(draftOf(thai({ name: 'Forum "UX TALK"' }), now).event_name).toBe('Forum "UX TALK"')
})

test('a place abroad is never put into Bangkok', () => {
  expect(draftOf(conference({}), now)).toMatchObject({ address: 'Pune, India', latitude: 18.52, longitude: 73.857 })
  expect(draftOf(thai({ place: 'Singapore' }), now)).toMatchObject({ latitude: 1.29 })
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
