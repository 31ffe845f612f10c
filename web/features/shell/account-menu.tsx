import { LogIn, LogOut, UserPlus, UserRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { wayOutFiles } from '#web/lib/offline/page-code.ts'
import { loginPath } from '#web/lib/session/login-path.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Menu, MenuLink } from '#web/ui/controls/menu.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { classes } from '#web/ui/display/classes.ts'

/** With very large text it still fits into the bar of a small phone. */
const size = 'size-[min(2.25rem,12vw)]'

/** The avatar in the top bar and its menu. */
export function AccountMenu() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session) {
    return (
      <Menu
        label="Account menu"
        trigger={<Avatar picture={session.picture} name={session.username} className={size} />}
      >
        <p className="max-w-64 px-3 wrap-anywhere py-2 text-sm text-ink-soft">{session.username}</p>
        {/* React Router's own prefetching reloads the page where a file cannot be loaded, endlessly without a
            network. */}
        {wayOutFiles().map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        <MenuLink to={paths.accountInfo} icon={<UserRound aria-hidden className="size-5" />}>
          Account
        </MenuLink>
        <MenuLink to={paths.logout} icon={<LogOut aria-hidden className="size-5" />}>
          Logout
        </MenuLink>
      </Menu>
    )
  }
  const isOnTheWay = ([paths.login, paths.register, paths.logout] as string[]).includes(pathname)
  const login = isOnTheWay ? paths.login : loginPath(pathname + search)
  return (
    // Hides the '?' during hydration for somebody who is signed in.
    <Menu
      label="Account menu"
      trigger={<Avatar className={size} />}
      triggerClassName={classes('icon-button', 'known:invisible')}
    >
      <MenuLink to={login} icon={<LogIn aria-hidden className="size-5" />}>
        Login
      </MenuLink>
      <MenuLink to={paths.register} icon={<UserPlus aria-hidden className="size-5" />}>
        Sign Up
      </MenuLink>
    </Menu>
  )
}
