import { linkTexts } from '#contract/accounts/auth.ts'
import { errors } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { PanelLink } from '#web/features/accounts/panel/panel-link.tsx'
import { TryAgain } from '#web/ui/controls/try-again.tsx'
import { Message } from '#web/ui/display/message.tsx'
import type { LinkState } from './check-link.ts'

/** Says whether the link works, and what to do where it does not. */
export function ResetLinkState({ link }: { link: LinkState }) {
  if (link === 'good') return <Message kind="success">{linkTexts.resetValid}</Message>
  if (link === 'bad') {
    return (
      <Message kind="failure">
        <p>{errors.reset_link_invalid.message}</p>
        <PanelLink to={paths.forgotPassword} className="-ml-1">
          Send me a new link
        </PanelLink>
      </Message>
    )
  }
  if (link === 'unknown') {
    return (
      <>
        <Message kind="failure">Error validating the token. Please try again.</Message>
        <TryAgain />
      </>
    )
  }
  return (
    <Message kind="info" announced={false}>
      <p>To set a new password, open the link in the email that we send you.</p>
      <PanelLink to={paths.forgotPassword} className="-ml-1">
        Send me a link
      </PanelLink>
    </Message>
  )
}
