import { zodResolver } from '@hookform/resolvers/zod'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import {
  type AccessToken,
  addAccessToken,
  NewAccessToken,
  revokeAccessToken,
  scopeLabels,
} from '#contract/accounts/access-tokens.ts'
import type { OwnSession } from '#contract/accounts/sessions.ts'
import { shortDate } from '#contract/dates.ts'
import type { Scope } from '#contract/endpoint.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { copyWithNotice } from '#web/lib/files/files.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/controls/dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { TimeAgo } from '#web/ui/display/time-ago.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'
import { AfterSignIn } from './sessions-section.tsx'

const scopes = Object.keys(scopeLabels) as Scope[]

/** Makes, lists and revokes tokens for programs of one's own. */
export function AccessTokens({ tokens, sessions }: { tokens: AccessToken[]; sessions: OwnSession[] | null }) {
  const { revalidate } = useRevalidator()
  const [secret, setSecret] = useState<string | null>(null)
  const [revoking, setRevoking] = useState<AccessToken | null>(null)
  const { run, busy } = useAction()

  async function handleAdd(body: NewAccessToken) {
    setSecret((await call(addAccessToken, { body })).token)
    await revalidate()
  }

  async function handleRevoke(token: AccessToken) {
    const revoke = () => call(revokeAccessToken, { params: { tokenId: token.id } })
    const isRevoked = await run(revoke, 'The access token could not be revoked. Please try again.')
    setRevoking(null)
    if (isRevoked) notify.success('The access token was revoked.')
    await revalidate()
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4 sm:p-6">
        <AfterSignIn sessions={sessions} to="make an access token">
          <TokenForm onAdd={handleAdd} />
        </AfterSignIn>
      </Card>
      {tokens.length === 0 ? null : (
        <Card className="px-4 py-2 sm:px-6">
          <ul aria-label="Access tokens" className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        </Card>
      )}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <ConfirmDialog
        open={revoking !== null}
        title="Revoke this access token?"
        confirmLabel="Revoke"
        busy={busy && 'Revoking...'}
        onConfirm={() => revoking && handleRevoke(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>Programs that use {revoking?.name} are refused from now on.</p>
      </ConfirmDialog>
    </div>
  )
}

/** `onAdd` throws ApiError. */
function TokenForm({ onAdd }: { onAdd: (body: NewAccessToken) => Promise<void> }) {
  const form = useForm<NewAccessToken>({
    resolver: zodResolver(NewAccessToken),
    defaultValues: { name: '', scopes: [] },
  })
  const { register, handleSubmit, formState, reset } = form

  async function handleAdd(body: NewAccessToken) {
    try {
      await onAdd(body)
    } catch (error) {
      const notice = messageOf(error, 'The access token could not be made. Please try again.')
      return showRefusal(form, error, { fields: ['name', 'scopes'], notice })
    }
    reset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleAdd)} className="flex flex-col gap-4">
      <Field
        label="Name"
        hint="To tell your tokens apart, such as the name of the program."
        error={formState.errors.name?.message}
        required
      >
        {(control) => <TextInput {...control} {...register('name')} />}
      </Field>
      <Field label="What it may do" error={formState.errors.scopes?.message} required>
        {({ id, 'aria-describedby': describedBy }) => (
          <fieldset id={id} aria-label="What it may do" aria-describedby={describedBy}>
            {scopes.map((scope) => (
              <Switch key={scope} {...register('scopes')} value={scope} label={scopeLabels[scope]} hint={scope} />
            ))}
          </fieldset>
        )}
      </Field>
      <SubmitButton variant="secondary" className="self-start" busy={formState.isSubmitting && 'Making...'}>
        <KeyRound aria-hidden className="size-5" />
        Make Access Token
      </SubmitButton>
    </form>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base font-medium wrap-anywhere">{token.name}</h2>
        <p className="text-sm text-ink-soft">{token.scopes.join(', ')}</p>
        <p className="figures text-sm text-ink-soft">
          Made {shortDate(token.created_at)}
          {token.last_used_at === null ? (
            ', never used'
          ) : (
            <>
              , last used <TimeAgo iso={token.last_used_at} />
            </>
          )}
        </p>
      </div>
      <Button variant="quiet" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
        Revoke
      </Button>
    </li>
  )
}

/** Shows a new token, the only time that is possible. */
function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={secret !== null}
      title="Your new access token"
      onClose={onClose}
      actions={
        <Button
          onClick={() =>
            copyWithNotice(
              secret ?? '',
              'Access token copied to clipboard!',
              'Failed to copy. Please select it instead.',
            )
          }
        >
          <Copy aria-hidden className="size-5" />
          Copy Access Token
        </Button>
      }
    >
      <p className="text-ink-soft">
        Give it to your program only: whoever has it can do what you have chosen. It is shown only once.
      </p>
      <p className="rounded-md bg-sunken px-4 py-3 text-sm break-all">{secret}</p>
    </Dialog>
  )
}
