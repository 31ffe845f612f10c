/** The thread in which Markdown is rendered: a text that takes long holds up nobody but the texts behind it. */
import { serve } from '#server/lib/threads/serve.ts'
import { type Author, render } from './rendering.ts'

export interface Task {
  text: string
  name: string
  author: Author
}

serve(({ text, name, author }: Task) => render(text, name, author))
