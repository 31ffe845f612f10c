/** The thread in which Markdown is rendered: a text that takes long holds up nobody but the texts behind it. */
import { parentPort } from 'node:worker_threads'
import { type Author, render } from './rendering.ts'

export interface Task {
  text: string
  name: string
  author: Author
}

parentPort?.on('message', ({ text, name, author }: Task) => parentPort?.postMessage(render(text, name, author)))
// Says that it is there: starting it is not counted as rendering.
parentPort?.postMessage('')
