import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from './button.tsx'

/** Loads the data of the page again, by itself once the network is back. The page stays open meanwhile: without a
 *  network, a reload by the browser would replace it by the browser's own error. */
export function TryAgain() {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    window.addEventListener('online', revalidate)
    return () => window.removeEventListener('online', revalidate)
  }, [revalidate])
  return (
    <Button variant="secondary" busy={state === 'loading' && 'Loading...'} onClick={revalidate}>
      Try Again
    </Button>
  )
}
