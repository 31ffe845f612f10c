import { useState } from 'react'
import { redirect, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/mailed-links.json'
import { AuthPanel } from '#web/features/accounts/sign-in/auth-panel.tsx'
import { readAskedCode, signInWithCode } from '#web/features/accounts/sign-in/email-sign-in.tsx'
import { comeBackFromLine } from '#web/features/accounts/sign-in/line.tsx'
import { ApiError, isOutcomeUnknown } from '#web/lib/api/api-error.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { hiddenHead } from '#web/lib/page/meta.ts'
import { readSession } from '#web/lib/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/display/loading.tsx'
import type { Route } from './+types/sign-in-link.ts'

/** Why a link did not sign in. */
type Problem = 'elsewhere' | 'signed_in' | 'over' | 'name_needed' | 'unknown'

const words: Record<Problem, { title: string; what: string; advice: string }> = {
  elsewhere: {
    title: m.typeCode,
    what: m.elsewhereWhat,
    advice: m.elsewhereAdvice,
  },
  signed_in: {
    title: m.signedInTitle,
    what: m.signedInWhat,
    advice: m.signedInAdvice,
  },
  over: {
    title: m.overTitle,
    what: m.overWhat,
    advice: m.overAdvice,
  },
  name_needed: {
    title: m.typeCode,
    what: m.nameNeededWhat,
    advice: m.nameNeededAdvice,
  },
  unknown: {
    title: m.noAnswer,
    what: m.noAnswerWhat,
    advice: m.pleaseTryAgain,
  },
}

export const meta: Route.MetaFunction = ({ matches }) => hiddenHead(matches, common.signIn)

/** The last part of `paths.lineReturn`: no mailed link is as short. */
const fromLine = 'line'

/** Only in the browser that asked: mail scanners open links too, and this one works only once. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const isLine = params.link === fromLine
  const outcome = isLine ? await comeBackFromLine(new URL(request.url).searchParams) : await signInByLink(params.link)
  if ('next' in outcome) throw redirect(outcome.next)
  return outcome
}

async function signInByLink(link: string): Promise<{ next: string } | { problem: Problem }> {
  const asked = readAskedCode()
  // The code was typed in another tab.
  if (asked === null && readSession() !== null) return { problem: 'signed_in' }
  if (asked === null) return { problem: 'elsewhere' }
  try {
    await signInWithCode(asked, { link })
    return { next: asked.next }
  } catch (error) {
    if (isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 429)) return { problem: 'unknown' }
    return { problem: error instanceof ApiError && error.code === 'name_needed' ? 'name_needed' : 'over' }
  }
}

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPanel title={common.signIn}>
      <p role="status" className="flex items-center justify-center gap-3 text-ink-soft">
        <Spinner />
        {m.signingIn}
      </p>
    </AuthPanel>
  )
}

export default function SignInLinkPage({ loaderData, params }: Route.ComponentProps) {
  if ('problem' in loaderData) return <LinkProblem link={params.link} initial={loaderData.problem} />
  return (
    <AuthPanel title={m.nothingChanged} subtitle={loaderData.message}>
      <ButtonLink to={loaderData.back} variant="secondary" wide>
        {loaderData.back === paths.accountInfo ? m.backToAccount : m.backToLogin}
      </ButtonLink>
    </AuthPanel>
  )
}

function LinkProblem({ link, initial }: { link: string; initial: Problem }) {
  const [problem, setProblem] = useState(initial)
  const navigate = useNavigate()
  const { run, busy } = useAction()
  const { title, what, advice } = words[problem]

  const handleAgain = () =>
    run(async () => {
      const outcome = await signInByLink(link)
      if (!('problem' in outcome)) return navigate(outcome.next, { replace: true })
      // The page stays the same, so a notice says it.
      if (outcome.problem === 'unknown') throw new Error()
      setProblem(outcome.problem)
    }, words.unknown.what)

  return (
    <AuthPanel title={title} subtitle={what}>
      <p className="text-center text-pretty">{advice}</p>
      {problem === 'unknown' ? (
        <Button wide busy={busy && m.signingIn} onClick={handleAgain}>
          {common.tryAgain}
        </Button>
      ) : problem === 'signed_in' ? (
        <ButtonLink to={paths.myTickets} wide>
          {common.myTickets}
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.login} variant="secondary" wide>
          {m.askForCode}
        </ButtonLink>
      )}
    </AuthPanel>
  )
}
