import { beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, readNotice } from '#web/lib/notices/notice.tsx'
import { share } from './files.ts'

const copied: string[] = []
const clipboard = { writeText: async (text: string) => void copied.push(text) }
const shared = { url: 'https://ruam.example/events/7' }

beforeEach(() => {
  copied.length = 0
  dismissNotice(readNotice()?.id)
  return () => vi.unstubAllGlobals()
})

test('what the device cannot share is copied', async () => {
  vi.stubGlobal('navigator', { clipboard, share: () => Promise.reject(new DOMException('', 'NotAllowedError')) })
  await share(shared, 'Link copied.')
  vi.stubGlobal('navigator', { clipboard })
  await share(shared, 'Link copied.')

  expect(copied).toEqual([shared.url, shared.url])
  expect(readNotice()?.text).toBe('Link copied.')
})

test('closing the share dialog is not a failure', async () => {
  vi.stubGlobal('navigator', { clipboard, share: () => Promise.reject(new DOMException('', 'AbortError')) })

  await share(shared, 'Link copied.')

  expect(copied).toEqual([])
  expect(readNotice()).toBeNull()
})

test('a link that cannot be copied is not blamed on the network', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new Error('not allowed')) },
    onLine: false,
  })

  await share(shared, 'Link copied.')

  expect(readNotice()).toMatchObject({ kind: 'failure', isOffline: false })
})
