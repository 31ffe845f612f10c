import { expect, onTestFinished, test } from 'vitest'
import { openMarkdownRenderer } from './renderer.ts'

/** Longer than the API accepts, so that it keeps a thread busy for minutes. */
const endless = `${'>'.repeat(100)}a\n${'a\n'.repeat(1_000_000)}`

test('a text that takes too long is cut off, and the next ones are rendered', async () => {
  const renderer = open({ threads: 1, timeoutMs: 700 })

  const [cut, next] = await Promise.all([renderer.render(endless, 'about'), renderer.render('*a*', 'about')])

  expect(cut.html).toBeNull()
  expect(next.html).toBe('<p><em>a</em></p>\n')
})

test('a slow text does not delay texts in another thread', async () => {
  const renderer = open({ threads: 2, timeoutMs: 1_500 })
  await Promise.all([renderer.render('a', 'about'), renderer.render('b', 'about')])
  const done: string[] = []

  await Promise.all([
    renderer.render(endless, 'about').then(() => done.push('endless')),
    renderer.render('*c*', 'about').then(() => done.push('short')),
  ])

  expect(done).toEqual(['short', 'endless'])
})

test('a full queue refuses new texts; equal texts wait once', async () => {
  const renderer = open({ threads: 1, queue: 1 })

  const first = renderer.render('a', 'about')
  const second = renderer.render('b', 'about')
  const same = renderer.render('b', 'about')
  const third = renderer.render('c', 'about')

  await expect(third).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.all([first, second, same])).toEqual([
    { html: '<p>a</p>\n' },
    { html: '<p>b</p>\n' },
    { html: '<p>b</p>\n' },
  ])
})

test('a closed renderer renders nothing', async () => {
  const renderer = open({})
  await renderer.render('a', 'about')

  await renderer.close()

  await expect(renderer.render('b', 'about')).rejects.toMatchObject({ code: 'unavailable' })
})

function open(options: Parameters<typeof openMarkdownRenderer>[0]) {
  const renderer = openMarkdownRenderer(options)
  onTestFinished(() => renderer.close())
  return renderer
}
