import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Page } from '#web/ui/display/page.tsx'
import { RefreshPage } from './refresh-page.tsx'

export function NotFoundScreen() {
  return (
    <Page width="text" className="flex flex-col items-center gap-6 pt-16 text-center sm:pt-24">
      <p
        aria-hidden
        className="figures bg-linear-to-r from-mark-start to-mark-end bg-clip-text text-3xl font-semibold text-transparent"
      >
        404
      </p>
      <h1 className="text-2xl sm:text-3xl">Page Not Found</h1>
      <p className="max-w-md text-lg text-ink-soft">The page may have moved, or the link was wrong.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Go Home</ButtonLink>
        <RefreshPage />
      </div>
    </Page>
  )
}
