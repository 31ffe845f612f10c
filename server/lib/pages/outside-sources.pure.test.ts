import { expect, test } from 'vitest'
import { outsideSources } from './outside-sources.ts'

const tiles = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const settings = { GOOGLE_CLIENT_ID: undefined, GOOGLE_MAPS_API_KEY: undefined, MAP_TILES_URL: tiles }

test('pages load nothing from elsewhere that no setting asks for', () => {
  expect(outsideSources(settings)).toEqual([{ 'img-src': [] }])
})

test.each([
  ['http://127.0.0.1:9000/{z}/{x}/{y}.png', 'http://127.0.0.1:9000'],
  ['http://{s}.tiles.example/{z}/{x}/{y}.png', 'http://*.tiles.example'],
])('tiles without https (%s) are let in by their host', (MAP_TILES_URL, source) => {
  expect(outsideSources({ ...settings, MAP_TILES_URL })).toEqual([{ 'img-src': [source] }])
})

test('Google Maps is let in with a key alone', () => {
  const [maps] = outsideSources({ ...settings, GOOGLE_MAPS_API_KEY: 'a-key' })

  expect(maps?.['script-src']).toContain('https://*.googleapis.com')
  expect(maps?.['script-src']).not.toContain("'unsafe-eval'")
})
