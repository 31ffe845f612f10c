import { useEffect, useState } from 'react'

/** How long what is in sight has the network and the processor for itself, in milliseconds. */
const pause = 2_000

/** False until the page has been there for two seconds: what may be seen next is then loaded ahead. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), pause)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
