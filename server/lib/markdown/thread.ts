/** The thread that renders Markdown. A slow text delays only the texts behind it. */
import { serve } from '#server/lib/threads/threads.ts'
import { type Author, render } from './rendering.ts'

export interface Task {
  text: string
  name: string
  author: Author
}

serve(({ text, name, author }: Task) => render(text, name, author))
