import { beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, enterDialog, leavePage, notify, readNotice, settle } from './notice.tsx'

const texts = () => [readNotice()].flatMap((one) => one?.text ?? [])

beforeEach(() => {
  dismissNotice(readNotice()?.id)
})

test('a notice disappears when the user leaves the page', () => {
  notify.failure('This ticket is not valid: it was cancelled.')

  leavePage()

  expect(texts()).toEqual([])
})

test('a notice followed by navigation is shown on the next page only', () => {
  notify.success('Event created successfully!', { showOnNextPage: true })

  leavePage()
  expect(texts()).toEqual(['Event created successfully!'])

  leavePage()
  expect(texts()).toEqual([])
})

test('a new notice replaces the last one', () => {
  notify.success('Event applied successfully!')
  notify.failure('This event is full.')

  expect(texts()).toEqual(['This event is full.'])
})

test('a failure notice disappears when the same attempt succeeds', () => {
  notify.failure('An error occurred. Please try again.', { attempt: 'like 7' })

  settle('bookmark 7')
  expect(texts()).toEqual(['An error occurred. Please try again.'])

  settle('like 7')
  expect(texts()).toEqual([])
})

test('a dismissed notice disappears', () => {
  notify.failure('This event is full.')
  dismissNotice(readNotice()?.id)

  expect(texts()).toEqual([])
})

test('a notice is shown in an open dialog, and on the page once the dialog closes', () => {
  const closed = enterDialog()
  notify.failure('The person could not be blocked. Please try again.')
  expect(readNotice()).toMatchObject({ inDialog: true })

  closed()
  expect(readNotice()).toMatchObject({ inDialog: false })
  notify.success('Event applied successfully!')
  expect(readNotice()).toMatchObject({ inDialog: false })
})

test('a notice blames the network only for failures caused by it', () => {
  vi.stubGlobal('navigator', { onLine: false })

  notify.success('Link copied to clipboard!')
  expect(readNotice()?.isOffline).toBe(false)
  notify.failure('Failed to like the event. Please try again.')
  expect(readNotice()?.isOffline).toBe(true)
  notify.failure('The date cannot be in the future.', { needsNetwork: false })
  expect(readNotice()?.isOffline).toBe(false)

  vi.stubGlobal('navigator', { onLine: true })
  notify.failure('Failed to like the event. Please try again.')
  expect(readNotice()?.isOffline).toBe(false)
  vi.unstubAllGlobals()
})
