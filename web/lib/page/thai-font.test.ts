import { expect, test } from 'vitest'
import { withThaiFont } from './thai-font.ts'

const page = (text: string) => `<html><head><title>Ruam</title></head><body>${text}</body></html>`

test('a page with Thai letters preloads their font', () => {
  expect(withThaiFont(page('งานวัด'), '/thai.woff2')).toContain(
    '<title>Ruam</title><link rel="preload" href="/thai.woff2" as="font" type="font/woff2" crossorigin="anonymous"/></head>',
  )
})

test('a page with a price in baht preloads it too, because the font has the sign', () => {
  expect(withThaiFont(page('20฿'), '/thai.woff2')).toContain('href="/thai.woff2"')
})

test('a page without Thai letters does not preload the font', () => {
  expect(withThaiFont(page('Temple fair'), '/thai.woff2')).not.toContain('/thai.woff2')
})

test('Thai letters in scripts, descriptions or the title alone do not preload the font', () => {
  const unseen = page('<script>data("งานวัด")</script><img alt="งานวัด"/>Temple<!-- --> fair').replace('Ruam', 'งานวัด')

  expect(withThaiFont(unseen, '/thai.woff2')).toBe(unseen)
  for (const seen of ['<p>Fair<!-- -->งานวัด</p>', '<input type="search" value="งานวัด"/>']) {
    expect(withThaiFont(page(seen), '/thai.woff2')).toContain('/thai.woff2')
  }
})
