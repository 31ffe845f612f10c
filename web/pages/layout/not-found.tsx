import { data } from 'react-router'
import * as m from '#messages/shell.json'
import { NotFoundScreen } from '#web/features/shell/problem-screen.tsx'
import { hiddenHead } from '#web/lib/page/meta.ts'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

/** No request to the server is needed. */
export const clientLoader = () => null

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, m.pageNotFound)

export default function NotFoundPage() {
  return <NotFoundScreen />
}
