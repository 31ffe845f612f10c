/** The thread in which Markdown is rendered: a text that takes long holds up nobody but the texts behind it. */
import { parentPort } from 'node:worker_threads'
import { render } from './rendering.ts'

export interface Task {
  text: string
  name: string
}

parentPort?.on('message', ({ text, name }: Task) => parentPort?.postMessage(render(text, name)))
// Says that it is there: starting it is not counted as rendering.
parentPort?.postMessage('')
