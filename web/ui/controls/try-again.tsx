import { useRevalidator } from 'react-router'
import { Button } from './button.tsx'

/** Loads the data of the page again. The page stays open meanwhile: without a network, a reload by the browser would
 *  replace it by the browser's own error. */
export function TryAgain() {
  const { state, revalidate } = useRevalidator()
  return (
    <Button variant="secondary" busy={state === 'loading' && 'Loading...'} onClick={revalidate}>
      Try Again
    </Button>
  )
}
