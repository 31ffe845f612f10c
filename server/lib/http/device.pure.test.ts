import { expect, test } from 'vitest'
import { deviceIn, deviceOf, unknownDevice } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webkit} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Mobile/15E148 Safari Line/14.18.0`,
    'LINE on iPhone',
  ],
  ['okhttp/4.12.0 (Android)', 'Android'],
  ['curl/8.5.0', ''],
  [undefined, ''],
])('%s is shown as "%s"', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})

test('devices have Thai names', () => {
  const names = ['Chrome on Android', 'Samsung Internet on Android', 'iPhone', unknownDevice, '']

  expect(names.map((name) => deviceIn('th', name))).toEqual([
    'Chrome บน Android',
    'Samsung Internet บน Android',
    'iPhone',
    'อุปกรณ์ที่ไม่รู้จัก',
    '',
  ])
  expect(names.map((name) => deviceIn('en', name))).toEqual(names)
})
