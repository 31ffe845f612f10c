import { threadId } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openThreads } from './threads.ts'

test('work runs in another thread without blocking this one', async () => {
  const threads = open<Int32Array, number>('Atomics.wait(task, 0, 0); return threadId')
  const gate = new Int32Array(new SharedArrayBuffer(4))

  const working = threads.run(gate)
  // If the work ran in this thread, it would wait forever, because the next line would never run.
  await threads.run(new Int32Array(new SharedArrayBuffer(4)).fill(1))
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)

  expect((await working)?.answer).not.toBe(threadId)
})

test.each([
  ['ends its thread', 'if (task === "bad") process.exit()', 10_000],
  ['throws', 'if (task === "bad") throw new Error("bad")', 10_000],
  ['needs too much memory', 'for (const all = []; task === "bad"; ) all.push(Array(1e5).fill(task))', 10_000],
  ['takes too long', 'while (task === "bad");', 500],
])('work that %s is cut off, and later work is done', async (_, code, timeoutMs) => {
  const threads = open<string, string>(`${code}; return task`, { threads: 1, timeoutMs })

  const [bad, good] = await Promise.all([threads.run('bad'), threads.run('good')])

  expect([bad, good]).toEqual([null, { answer: 'good' }])
})

test('a result may be null', async () => {
  const threads = open<string, null>('return null')

  expect(await threads.run('nothing')).toEqual({ answer: null })
})

test('a full queue refuses tasks, and so do closed threads', async () => {
  const threads = open<number, number>('return task', { threads: 1, queue: 1 })

  const [first, second, third] = await Promise.allSettled([1, 2, 3].map((task) => threads.run(task)))

  expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await threads.close()
  await expect(threads.run(4)).rejects.toThrow('the threads are stopped')
})

/** Threads whose program is this body of a function of `task`. */
function open<Task, Answer>(body: string, more: Partial<Parameters<typeof openThreads>[0]> = {}) {
  const program = `
    import { parentPort, threadId } from 'node:worker_threads'
    const work = (task) => { ${body} }
    parentPort.on('message', (task) => parentPort.postMessage(work(task)))
    parentPort.postMessage('ready')`
  const threads = openThreads<Task, Answer>({
    program: './none.js',
    source: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    threads: 2,
    timeoutMs: 10_000,
    attempts: 1,
    queue: 10,
    busy: (why) => new Error(why),
    ...more,
  })
  onTestFinished(() => threads.close())
  return threads
}
