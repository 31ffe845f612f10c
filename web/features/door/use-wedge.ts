import { useEffect, useEffectEvent } from 'react'
import { isUnderWay, noBurst, readKey } from './wedge.ts'

/** Reads scanners that type like a keyboard, anywhere on the page; what is typed into a field stays there. */
export function useWedge(onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    let burst = noBurst
    function handleKey(event: KeyboardEvent) {
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const read = readKey(burst, event, event.timeStamp)
      // Its spaces and its Enter would press the button that was used last.
      if (read.code !== null || isUnderWay(read.burst)) event.preventDefault()
      burst = read.burst
      if (read.code !== null) handleCode(read.code)
    }
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
}
