import { LogIn, LogOut, Menu as MenuIcon, Plus, UserPlus, UserRound } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { chooseLanguage } from '#contract/accounts/auth.ts'
import { inLanguage, type Language, pageLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/shell.json'
import { call } from '#web/lib/api/call.ts'
import { Icon } from '#web/lib/icon.tsx'
import { signOutFiles } from '#web/lib/offline/page-code.ts'
import { useOnline } from '#web/lib/online.ts'
import { useSite } from '#web/lib/page/site.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { isOrganizer, rememberLanguage, useSession } from '#web/lib/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/controls/dialog.tsx'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { Mark } from '#web/ui/display/mark.tsx'
import { Navigation } from './navigation.tsx'

/** The bar at the top of every page. With `drawer`, phones get a button that opens the drawer. */
export function TopBar({ drawer }: { drawer: boolean }) {
  const organizer = isOrganizer(useSession())
  const { brand } = useSite()
  return (
    <header className="fixed inset-x-0 top-0 z-30 flex h-16 short:absolute items-center gap-2 border-b border-line bg-card px-2 sm:px-4 print:hidden [&_.icon-button]:size-[min(2.75rem,15vw)]">
      {drawer ? <Drawer /> : null}
      {/* With very large text, the name does not fit beside the logo and is hidden. */}
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
            <span className="max-sm:sr-only">{m.createEvent}</span>
            <Icon icon={Plus} className="sm:hidden" />
          </ButtonLink>
        ) : null}
        <LanguageSwitch />
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
      <button type="button" className="icon-button md:hidden" aria-label={m.openMenu} onClick={() => setOpen(true)}>
        <Icon icon={MenuIcon} className="size-6" />
      </button>
      <Dialog open={open} title={brand} variant="drawer" onClose={handleClose}>
        <Navigation onNavigate={handleClose} />
      </Dialog>
    </>
  )
}

/** Fits into the bar of a small phone even with very large text. */
const size = 'size-[min(2.25rem,12vw)]'

/** The avatar in the top bar and its menu. */
function AccountMenu() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session) {
    return (
      <Menu
        label={m.accountMenu}
        trigger={<Avatar picture={session.picture} name={session.username} className={size} />}
      >
        <p className="max-w-64 px-3 wrap-anywhere py-2 text-sm text-ink-soft">{session.username}</p>
        {/* Not React Router's prefetching: offline, it would reload the page endlessly. */}
        {signOutFiles().map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        <MenuLink to={paths.accountInfo} icon={UserRound}>
          {m.account}
        </MenuLink>
        <MenuLink to={paths.logout} icon={LogOut}>
          {m.logout}
        </MenuLink>
      </Menu>
    )
  }
  const isOnTheWay = ([paths.login, paths.register, paths.logout] as string[]).includes(pathname)
  const login = isOnTheWay ? paths.login : loginPath(pathname + search)
  return (
    // Hides the placeholder '?' of signed-in users during hydration.
    <Menu
      label={m.accountMenu}
      trigger={<Avatar className={size} />}
      triggerClassName={classes('icon-button', 'known:invisible')}
    >
      <MenuLink to={login} icon={LogIn}>
        {common.login}
      </MenuLink>
      <MenuLink to={paths.register} icon={UserPlus}>
        {m.signUp}
      </MenuLink>
    </Menu>
  )
}

/** In the top bar of every page. Its size is limited, so that it fits even with large text. */
function OfflineMark() {
  const online = useOnline()
  return (
    // Rendered from the start, because screen readers announce only changes.
    <p aria-live="polite" className="shrink-0 text-[min(var(--text-sm),4vw)] font-medium text-warning">
      {online ? null : <span className="rounded-full bg-warning-soft px-[min(0.625rem,2.5vw)] py-1">{m.offline}</span>}
    </p>
  )
}

/** Each language in its own words, in short and in full. */
const names = { en: ['EN', 'English'], th: ['ไทย', 'ภาษาไทย'] } as const
const other: Language = pageLanguage === 'en' ? 'th' : 'en'

/** How long the next page waits until the account has the choice. */
const timeoutMs = 1_000

/** Opens this page in the other language. Links from outside open in it from then on, and mails come in it. */
function LanguageSwitch() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const [short, long] = names[other]
  const href = inLanguage(pathname + search, other)

  function handleClick(click: MouseEvent<HTMLAnchorElement>) {
    const link = click.currentTarget
    // Not while rendering: the server does not know it.
    link.hash = window.location.hash
    rememberLanguage(other)
    if (session === null) return
    const stored = call(chooseLanguage, { body: { language: other } }).catch(() => {})
    const isNewTab = click.ctrlKey || click.metaKey || click.shiftKey
    if (isNewTab) return
    click.preventDefault()
    const late = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    Promise.race([stored, late]).then(() => window.location.assign(link.href))
  }

  return (
    <a
      href={href}
      hrefLang={other}
      lang={other}
      aria-label={long}
      // Before hydration a click sets no cookie. The server then keeps the chosen language only if it gets a Referer, which
      // pages with secret addresses do not send by default.
      referrerPolicy="same-origin"
      onClick={handleClick}
      className="icon-button text-sm font-medium"
    >
      {short}
    </a>
  )
}
