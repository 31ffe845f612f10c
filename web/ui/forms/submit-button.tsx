import type { ComponentProps } from 'react'
import { useHydrated } from '#web/lib/page/hydrated.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** Sends its form; disabled until hydration, because the form would cause a page load before. */
export function SubmitButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const hydrated = useHydrated()
  return <Button {...rest} type="submit" disabled={disabled || !hydrated} />
}
