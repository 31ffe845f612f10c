const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** A time in its two largest units, rounded down: '1 day', '2 hours 10 minutes'. */
export function duration(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds))
  const largest = units.findIndex(([, length]) => left >= length)
  if (largest < 0) return words('second', 0)
  const said: string[] = []
  for (const [unit, length] of units.slice(largest, largest + 2)) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) said.push(words(unit, count))
  }
  return said.join(' ')
}

function words(unit: (typeof units)[number][0], count: number): string {
  return count.toLocaleString('en-US', { style: 'unit', unit, unitDisplay: 'long' })
}
