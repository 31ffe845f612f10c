import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide'
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
import { fill } from '#contract/language/messages.ts'
import * as m from '#messages/access-tokens.json'
import * as common from '#messages/common.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { SecretDialog } from '#web/ui/controls/secret-dialog.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
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
    const isRevoked = await run(revoke, m.notRevoked)
    setRevoking(null)
    if (isRevoked) notify.success(m.revoked)
    await revalidate()
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4 sm:p-6">
        <AfterSignIn sessions={sessions} why={m.logInAgain}>
          <TokenForm onAdd={handleAdd} />
        </AfterSignIn>
      </Card>
      {tokens.length === 0 ? null : (
        <Card className="px-4 py-2 sm:px-6">
          <ul aria-label={m.tokens} className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        </Card>
      )}
      <SecretDialog
        secret={secret}
        title={m.newToken}
        advice={m.secretAdvice}
        copyLabel={m.copy}
        copied={m.copied}
        onClose={() => setSecret(null)}
      />
      <ConfirmDialog
        open={revoking !== null}
        title={m.revokeQuestion}
        confirmLabel={m.revoke}
        busy={busy && m.revoking}
        onConfirm={() => revoking && handleRevoke(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>{fill(m.revokeConsequence, { name: revoking?.name ?? '' })}</p>
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
      const notice = messageOf(error, m.notMade)
      return showRefusal(form, error, { fields: ['name', 'scopes'], notice })
    }
    reset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleAdd)} className="flex flex-col gap-4">
      <Field label={common.name} hint={m.nameHint} error={formState.errors.name?.message} required>
        {(control) => <TextInput {...control} {...register('name')} />}
      </Field>
      <Field label={m.scopes} error={formState.errors.scopes?.message} required>
        {({ id, 'aria-describedby': describedBy }) => (
          <fieldset id={id} aria-label={m.scopes} aria-describedby={describedBy}>
            {scopes.map((scope) => (
              <Switch key={scope} {...register('scopes')} value={scope} label={scopeLabels[scope]} hint={scope} />
            ))}
          </fieldset>
        )}
      </Field>
      <SubmitButton variant="secondary" className="self-start" busy={formState.isSubmitting && m.making}>
        <Icon icon={KeyRound} />
        {m.make}
      </SubmitButton>
    </form>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scopes, created_at, last_used_at } = token
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base font-medium wrap-anywhere">{name}</h2>
        <p className="text-sm text-ink-soft">{scopes.join(', ')}</p>
        <p className="figures text-sm text-ink-soft">
          {last_used_at === null ? (
            fill(m.madeNeverUsed, { date: shortDate(created_at) })
          ) : (
            <RichText
              text={fill(m.madeLastUsed, { date: shortDate(created_at) })}
              tags={{ ago: () => <TimeAgo iso={last_used_at} /> }}
            />
          )}
        </p>
      </div>
      <Button variant="quiet" onClick={onRevoke} aria-label={fill(m.revokeNamed, { name })}>
        {m.revoke}
      </Button>
    </li>
  )
}
