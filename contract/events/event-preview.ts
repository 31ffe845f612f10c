/** Width and height in pixels of the pictures that stand for a page where somebody shares a link to it. */
export const previewSize = { width: 1200, height: 630 } as const

/** The picture of every public page that has none of its own: the product's name and what it is for. */
export const sitePreview = '/preview.jpg'

/** The picture of a public event, with its name, date and place. A changed event has another address, so that no network
 *  keeps showing the old picture. */
export function eventPreview({ id, version }: { id: number; version: number }): string {
  return `/events/${id}/preview.jpg?v=${version}`
}
