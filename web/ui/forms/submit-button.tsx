import type { ComponentProps } from 'react'
import { useHydrated } from '#web/lib/page/hydrated.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Sends the form that it stands in; from the moment on that the page can do so without a reload. */
export function SubmitButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated()
  return <Button {...rest} type="submit" disabled={disabled || !hydrated} />
}
