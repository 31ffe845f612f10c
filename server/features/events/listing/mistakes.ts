/** The shortest word in which a mistake is forgiven, in letters: short words are one mistake away from very many. */
export const shortestForgiven = 5

/** Whether two different words are one typing mistake apart: a letter more or less, another letter, or two neighbours in
 *  the wrong order. */
export function isOneMistake(typed: string, meant: string): boolean {
  const [one, other] = [[...typed], [...meant]]
  const start = one.findIndex((letter, place) => letter !== other[place])
  const same = start === -1 ? one.length : start
  const [rest, otherRest] = [one.slice(same), other.slice(same)]
  const equal = (from: number, otherFrom: number) => rest.slice(from).join('') === otherRest.slice(otherFrom).join('')
  if (rest.length === otherRest.length) {
    const swapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && equal(2, 2)
    return rest.length > 0 && (equal(1, 1) || swapped)
  }
  return rest.length > otherRest.length ? equal(1, 0) : equal(0, 1)
}
