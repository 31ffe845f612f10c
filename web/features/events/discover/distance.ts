/** How far away something is. The reader's own place is known to about a kilometre, so nothing nearer is told apart. */
export function distanceSaid(kilometres: number): string {
  if (kilometres < 1) return 'Less than 1 km away'
  if (kilometres < 9.95) return `${kilometres.toFixed(1)} km away`
  return `${Math.round(kilometres).toLocaleString('en-US')} km away`
}
