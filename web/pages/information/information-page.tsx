import { showInformation } from '#contract/information.ts'
import { type InformationName, informationNames, informationPages } from '#contract/paths.ts'
import { call } from '#web/lib/api/call.ts'
import { hiddenHead, publicHead } from '#web/lib/page/meta.ts'
import { Markdown } from '#web/ui/display/markdown.tsx'
import { Page } from '#web/ui/display/page.tsx'
import type { Route } from './+types/information-page.ts'

export const loader = async ({ context, pattern }: Route.LoaderArgs) => {
  const name = nameAt(pattern)
  return { name, page: await context.call(showInformation, { params: { name } }) }
}

export const clientLoader = async ({ pattern }: Route.ClientLoaderArgs) => {
  const name = nameAt(pattern)
  return { name, page: await call(showInformation, { params: { name } }) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return hiddenHead(matches, null)
  const { title, path } = informationPages[loaderData.name]
  return publicHead(matches, { title, description: loaderData.page.lead, path })
}

export default function InformationPage({ loaderData: { name, page } }: Route.ComponentProps) {
  return (
    <Page title={informationPages[name].title} subtitle={page.lead} width="reading">
      <Markdown html={page.html} className="[&_li+li]:mt-2" />
    </Page>
  )
}

/** The page that a route of the table leads to; React Router gives the route's pattern without a slash before it. */
function nameAt(pattern: string): InformationName {
  const name = informationNames.find((one) => informationPages[one].path.slice(1) === pattern)
  if (name === undefined) throw new Error(`${pattern} is no information page.`)
  return name
}
