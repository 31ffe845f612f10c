import { parentPort } from 'node:worker_threads'

/** The thread's side of `openThreads`: runs the tasks it receives, one by one. An error ends the thread. */
export function serve<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await work(task)))
  // Reports that the thread has started, which is not part of a task's time.
  parentPort?.postMessage('ready')
}
