/** The page numbers to show in this many places; null stands for a gap. With seven: `[1, null, 4, 5, 6, null, 20]`,
 *  with five, for phones: `[1, null, 5, null, 20]`. */
export function pageNumbers(page: number, pages: number, places: 5 | 7): (number | null)[] {
  const from = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place)
  if (pages <= places) return from(1, pages)
  const side = places - 2
  if (page < side) return [...from(1, side), null, pages]
  if (page > pages - side + 1) return [1, null, ...from(pages - side + 1, side)]
  const middle = places - 4
  return [1, null, ...from(page - (middle - 1) / 2, middle), null, pages]
}
