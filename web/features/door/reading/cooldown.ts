/** How long a code must be out of the camera's sight before it counts as shown again, in milliseconds. */
const outOfSight = 3_000

/** Returns a function that says whether a code is newly shown; a code that stays in view counts once. */
export function createCooldown(): (code: string, now: number) => boolean {
  const seenAt = new Map<string, number>()
  return (code, now) => {
    for (const [other, at] of seenAt) if (now - at >= outOfSight) seenAt.delete(other)
    const isNew = !seenAt.has(code)
    seenAt.set(code, now)
    return isNew
  }
}
