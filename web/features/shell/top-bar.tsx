import { MenuIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/page/site.ts'
import { isOrganizer, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Mark } from '#web/ui/display/mark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineMark } from './offline-mark.tsx'

/** The bar at the top of every page. With `drawer`, phones get a button that opens the drawer. */
export function TopBar({ drawer }: { drawer: boolean }) {
  const organizer = isOrganizer(useSession())
  const { brand } = useSite()
  return (
    <header className="fixed inset-x-0 top-0 z-30 flex h-16 short:absolute items-center gap-2 border-b border-line bg-card px-2 sm:px-4 print:hidden [&_.icon-button]:size-[min(2.75rem,15vw)]">
      {drawer ? <Drawer /> : null}
      {/* Where text is so large that the name does not fit beside the mark, the mark stands alone. */}
      <div className="@container min-w-0 flex-1">
        <Link
          to="/"
          className="flex h-11 w-fit max-w-full items-center rounded-sm text-xl font-semibold @4xs:gap-2.5 @4xs:px-2"
        >
          <Mark className="size-9 max-w-full shrink-0" />
          <span className="truncate @max-4xs:sr-only">{brand}</span>
        </Link>
      </div>
      <OfflineMark />
      <div className="flex shrink-0 items-center gap-2">
        {organizer ? (
          <ButtonLink to={paths.createEvent} className="max-sm:size-[min(2.75rem,15vw)] max-sm:min-h-0 max-sm:px-0">
            <span className="max-sm:sr-only">Create Event +</span>
            <Plus aria-hidden className="size-5 sm:hidden" />
          </ButtonLink>
        ) : null}
        <AccountMenu />
      </div>
    </header>
  )
}

function Drawer() {
  const [open, setOpen] = useState(false)
  const { brand } = useSite()
  const handleClose = () => setOpen(false)
  return (
    <>
      <button type="button" className="icon-button md:hidden" aria-label="Open menu" onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden className="size-6" />
      </button>
      <Dialog open={open} title={brand} variant="drawer" onClose={handleClose}>
        <Navigation onNavigate={handleClose} />
      </Dialog>
    </>
  )
}
