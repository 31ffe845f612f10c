import { data, useLocation, useNavigate } from 'react-router'
import type { NewAccount } from '#contract/accounts/auth.ts'
import { paths } from '#contract/paths.ts'
import * as m from '#messages/sign-in.json'
import { AuthPanel, PanelLink } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { RegisterForm } from '#web/features/accounts/sign-in/register-form.tsx'
import { handOver, visitorsOnly } from '#web/features/accounts/sign-in/sign-in.ts'
import { fetchWanted, loadWanted, WantedNote, wantedHeaders } from '#web/features/events/detail/wanted-event.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { RichText } from '#web/ui/display/rich-text.tsx'
import type { Route } from './+types/register.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await loadWanted(context, request), { headers: wantedHeaders(request) })
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  visitorsOnly(args)
  return fetchWanted(args)
}
clientLoader.hydrate = true as const

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.signUpTitle)

export default function RegisterPage({ loaderData: wanted }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { search } = useLocation()
  // Users who came from the login page still return to the page that required it.
  const login = { pathname: paths.login, search }

  function handleRegistered({ username, password }: NewAccount) {
    handOver({ username: username.trim(), password })
    return navigate(login)
  }

  return (
    <AuthPanel
      title={m.createAccount}
      footer={<RichText text={m.haveAccount} tags={{ login: (words) => <PanelLink to={login}>{words}</PanelLink> }} />}
    >
      <WantedNote event={wanted} />
      <RegisterForm onRegistered={handleRegistered} />
    </AuthPanel>
  )
}
