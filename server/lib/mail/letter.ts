import type { Mail } from './outbox.ts'

/** The content of a mail as plain text; the layout dresses it and gives it the product's name. */
export interface Letter {
  to: string
  subject: string
  /** One paragraph each. */
  paragraphs: string[]
  /** A small table below them. What has a `url` leads there. */
  facts?: Fact[]
  /** A picture below the table: one of the attachments. `size` is its width and height in CSS pixels. */
  picture?: { cid: string; alt: string; size: number }
  /** A button; its address stands below it in full. */
  action?: { label: string; url: string }
  /** Words in small letters at the end: why the mail came, or what to do if one did not ask for it. */
  note?: string
  /** A link below the words in small letters that stops mails of this kind; mail programs are told of it too. */
  stop?: { label: string; url: string }
  attachments?: Mail['attachments']
}

export interface Fact {
  label: string
  value: string
  url?: string
}
