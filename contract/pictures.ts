/** The widths in pixels that every stored picture comes in; a smaller original is not enlarged. */
export const pictureWidths = [96, 320, 640, 1280] as const

/** `srcset` of a stored picture, or undefined for an address that is none of ours. */
export function pictureSources(address: string): string | undefined {
  const stem = /^(\/pictures\/.+)-\d+\.webp$/.exec(address)?.[1]
  return stem === undefined ? undefined : pictureWidths.map((width) => `${stem}-${width}.webp ${width}w`).join(', ')
}

/** An event's image; where it has none, the address of the cover that the server draws for it. */
export function eventImage(event: { id: number; category: string; event_image: string }): string {
  return event.event_image || `/covers/${event.category.toLowerCase()}/${event.id}.svg`
}
