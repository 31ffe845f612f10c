import { Button } from '#web/ui/controls/button.tsx'

export function RefreshPage() {
  return (
    <Button variant="secondary" onClick={() => window.location.reload()}>
      Refresh Page
    </Button>
  )
}
