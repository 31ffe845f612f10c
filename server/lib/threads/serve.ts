import { parentPort } from 'node:worker_threads'

/** The thread's side of `openThreads`: does the tasks that it is sent, one after the other. An error ends the
 *  thread. */
export function serve<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await work(task)))
  // Says that it is there: starting it is not counted as work.
  parentPort?.postMessage('ready')
}
