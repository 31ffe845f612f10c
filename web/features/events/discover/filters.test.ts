import { describe, expect, test } from 'vitest'
import { categoriesOf, countOfCategory } from './filter-bar.tsx'
import {
  canonicalHref,
  changeFilters,
  hrefOfOnly,
  noFilters,
  pressDay,
  queryOfFeed,
  queryOfFilters,
  readFilters,
  toggleTag,
  writeFilters,
} from './filters.ts'

const today = '2026-11-21'
const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the address of the event list', () => {
  test('is read as it was written', () => {
    const chosen = {
      ...noFilters,
      search: 'ดนตรี & jazz',
      status: 'UPCOMING',
      tags: ['a', 'b c'],
      free: true,
      near: '13.76,100.50',
      sort: 'price',
      page: 3,
    } as const

    expect(read(writeFilters({ ...chosen, tags: [...chosen.tags] }))).toEqual(chosen)
  })

  test('is empty without filters', () => {
    expect(writeFilters(noFilters)).toBe('')
    expect(read('')).toEqual(noFilters)
  })

  test('is read without invalid values', () => {
    expect(read('?status=SOON&category=x&visibility=&date=2026-02-31&page=-2&tags=,,&near=91,0')).toEqual(noFilters)
    for (const date of ['0000-01-01', '1899-12-31', '2201-01-01', '9999-12-31']) {
      expect(read(`?date=${date}`)).toEqual(noFilters)
    }
    for (const page of ['1.5', '0x10', '1e3', '%2B5', 'Infinity', '']) expect(read(`?page=${page}`).page).toBe(1)
    expect(read(`?page=${'9'.repeat(400)}`).page).toBe(100)
    expect(read(`?search=${'a'.repeat(500)}`).search).toHaveLength(200)
  })
})

test('a changed filter returns to the first page', () => {
  expect(changeFilters({ ...noFilters, page: 4 }, { status: 'ONGOING' }, today)).toMatchObject({
    page: 1,
    status: 'ONGOING',
  })
  expect(changeFilters(noFilters, { page: 4 }, today).page).toBe(4)
})

test('near excludes online and past events, and the latest choice wins', () => {
  const near = { ...noFilters, near: '13.76,100.50' }

  expect(changeFilters(near, { status: 'COMPLETED' }, today)).toMatchObject({ near: null, status: 'COMPLETED' })
  expect(changeFilters(near, { online: true }, today)).toMatchObject({ near: null, online: true })
  expect(changeFilters(near, { status: 'ONGOING', online: false }, today)).toMatchObject({
    near: near.near,
    status: 'ONGOING',
  })
  expect(changeFilters({ ...noFilters, status: 'COMPLETED', online: true }, { near: near.near }, today)).toMatchObject({
    near: near.near,
    status: null,
    online: false,
  })
  const yesterday = { date: '2026-11-20', until: null }
  const weekend = { date: '2026-11-20', until: '2026-11-22' }
  expect(changeFilters(near, yesterday, today)).toMatchObject({ ...yesterday, near: null })
  expect(changeFilters(near, weekend, today)).toMatchObject({ ...weekend, near: near.near })
  expect(changeFilters({ ...noFilters, ...yesterday }, { near: near.near }, today)).toEqual(near)
})

test("a feed's address has no position, and private events have no feed", () => {
  expect(queryOfFeed(read('?search=jazz&near=13.76,100.50&sort=price&page=2'))).toBe('?search=jazz')
  expect(queryOfFeed(read('?visibility=PUBLIC'))).toBe('?visibility=PUBLIC')
  expect(queryOfFeed(read('?visibility=PRIVATE'))).toBeNull()
})

test('categories are those of the listed events, and counted if the counts are of those', () => {
  const counts = [
    { category: 'CONCERT', current_events: 2, past_events: 0 },
    { category: 'SEMINAR', current_events: 0, past_events: 3 },
  ] as const
  const listed = (query: string) => {
    const count = countOfCategory([...counts], read(query), today)
    return categoriesOf([...counts], read(query), today).map((category) => [category, count?.(category)])
  }

  expect(listed('')).toEqual([['CONCERT', 2]])
  expect(listed('?status=UPCOMING')).toEqual([['CONCERT', undefined]])
  expect(listed('?status=COMPLETED&date=2026-11-20')).toEqual([['SEMINAR', 3]])
  // An event of a past day may still be running.
  expect(listed('?date=2026-11-20')).toEqual([
    ['CONCERT', undefined],
    ['SEMINAR', undefined],
  ])
})

test('pressing a day of a chosen weekend chooses that day, pressing again clears it', () => {
  const weekend = { date: '2026-11-21', until: '2026-11-22' }
  const saturday = pressDay(weekend, '2026-11-21')

  expect(saturday).toEqual({ date: '2026-11-21', until: null })
  expect(pressDay(weekend, '2026-11-22')).toEqual({ date: '2026-11-22', until: null })
  expect(pressDay({ ...noFilters, ...saturday }, '2026-11-21')).toEqual({ date: null, until: null })
})

test('the link to all events of a day disappears when the list shows just those', () => {
  const day = { date: '2026-12-05', until: null }
  const all = '/discover?date=2026-12-05'

  expect(hrefOfOnly(day, { ...noFilters, ...day, free: true })).toBe(all)
  expect(hrefOfOnly(day, { ...noFilters, ...day, tags: ['music'], page: 2 })).toBe(all)
  expect(hrefOfOnly(day, { ...noFilters, ...day, sort: 'price', page: 2 })).toBeNull()
  expect(hrefOfOnly({ status: 'UPCOMING' }, { ...noFilters, status: 'UPCOMING' })).toBeNull()
})

test('pressing a chosen tag clears it', () => {
  expect(toggleTag(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggleTag(['b'], 'a')).toEqual(['b', 'a'])
})

test('the third page skips the events of the first two', () => {
  expect(queryOfFilters({ ...noFilters, page: 3 }, '2026-11-21')).toMatchObject({ limit: 6, cursor: 12 })
})

test('the next events come first, and past events are listed only on request', () => {
  const queryOf = (given: Partial<typeof noFilters>) => queryOfFilters({ ...noFilters, ...given }, '2026-11-21')

  expect(queryOf({})).toMatchObject({ current: true, sort: 'soonest' })
  expect(queryOf({ search: 'jazz' })).toMatchObject({ current: true, sort: 'best' })
  expect(queryOf({ search: 'jazz', near: '13.76,100.50' })).toMatchObject({ near: '13.76,100.50', sort: 'nearest' })
  expect(queryOf({ search: 'jazz', sort: 'price' })).toMatchObject({ current: true, sort: 'price' })
  expect(queryOf({ status: 'COMPLETED' })).toEqual({
    status: 'COMPLETED',
    sort: 'latest',
    grouped: true,
    limit: 6,
    cursor: 0,
  })
  expect(queryOf({ date: '2026-11-01' })).toEqual({
    date: '2026-11-01',
    sort: 'soonest',
    grouped: true,
    limit: 6,
    cursor: 0,
  })
  expect(queryOf({ date: '2026-11-21' })).toMatchObject({ date: '2026-11-21', current: true })
  expect(queryOf({ date: '2026-11-20', until: '2026-11-21' })).toMatchObject({ until: '2026-11-21', current: true })
})

test('a range of days must be in order', () => {
  expect(read('?date=2026-11-28&until=2026-11-29')).toMatchObject({ date: '2026-11-28', until: '2026-11-29' })
  expect(read('?date=2569-11-28')).toMatchObject({ date: '2026-11-28' })
  expect(read('?date=2026-11-28&until=2026-11-27').until).toBeNull()
  expect(read('?until=2026-11-27').until).toBeNull()
})

test.each([
  ['', '/discover'],
  ['?utm_source=line&fbclid=x', '/discover'],
  ['?page=3&utm_source=line', '/discover?page=3'],
  ['?page=1', '/discover'],
  ['?category=CONCERT&page=2', '/discover?category=CONCERT&page=2'],
  ['?category=NOTHING', '/discover'],
  ['?category=CONCERT&search=jazz&page=2', '/discover?category=CONCERT'],
  ['?tags=jazz&page=2', '/discover'],
  ['?date=2026-11-28&sort=price', '/discover'],
])('search engines know the list at %s as %s', (search, canonical) => {
  expect(canonicalHref(read(search))).toBe(canonical)
})
