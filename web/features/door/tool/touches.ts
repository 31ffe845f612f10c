/** What browsers count as somebody being there: of a finger the end of its touch, not the beginning. */
const touches = ['pointerup', 'keydown'] as const

/** Calls back at every touch or key. Returns a function that stops it. */
export function onTouch(listener: () => void): () => void {
  for (const touch of touches) document.addEventListener(touch, listener)
  return () => {
    for (const touch of touches) document.removeEventListener(touch, listener)
  }
}
