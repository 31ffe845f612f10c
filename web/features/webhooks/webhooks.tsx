import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronDown, RotateCw, Trash2, Webhook as WebhookIcon } from 'lucide'
import { useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { longDate } from '#contract/dates.ts'
import { counted, fill } from '#contract/language/messages.ts'
import {
  addWebhook,
  listWebhookMessages,
  NewWebhook,
  removeWebhook,
  replayWebhookMessage,
  type Webhook,
  type WebhookMessage,
  webhookTypeLabels,
} from '#contract/webhooks.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/webhooks.json'
import { messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { Icon } from '#web/lib/icon.tsx'
import { notify } from '#web/lib/notices/notice.tsx'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/controls/dialog.tsx'
import { SecretDialog } from '#web/ui/controls/secret-dialog.tsx'
import { Badge } from '#web/ui/display/badge.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** The organizer's webhooks: addresses that receive messages about their events. */
export function Webhooks({ webhooks }: { webhooks: Webhook[] }) {
  const { revalidate } = useRevalidator()
  const [secret, setSecret] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Webhook | null>(null)
  const { run, busy } = useAction()

  async function handleAdd(body: NewWebhook) {
    setSecret((await call(addWebhook, { body })).secret)
  }

  function handleSecretClose() {
    setSecret(null)
    // Not before: a reload that fails would replace the only page that has the secret.
    void revalidate()
  }

  async function handleRemove(webhook: Webhook) {
    const remove = () => call(removeWebhook, { params: { webhookId: webhook.id } })
    const isRemoved = await run(remove, m.notRemoved)
    setRemoving(null)
    if (!isRemoved) return
    notify.success(m.removed)
    await revalidate()
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="p-4 sm:p-6">
        <WebhookForm onAdd={handleAdd} />
      </Card>
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onRemove={() => setRemoving(webhook)} />
      ))}
      <SecretDialog
        secret={secret}
        title={m.secretTitle}
        advice={m.secretAdvice}
        copyLabel={m.copySecret}
        copied={m.secretCopied}
        onClose={handleSecretClose}
      />
      <ConfirmDialog
        open={removing !== null}
        title={m.removeQuestion}
        confirmLabel={common.remove}
        busy={busy && m.removing}
        onConfirm={() => removing && handleRemove(removing)}
        onClose={() => setRemoving(null)}
      >
        <p className="wrap-anywhere">{fill(m.removeConsequence, { url: removing?.url ?? '' })}</p>
      </ConfirmDialog>
    </div>
  )
}

/** `onAdd` throws ApiError. */
function WebhookForm({ onAdd }: { onAdd: (body: NewWebhook) => Promise<void> }) {
  const form = useForm<NewWebhook>({ resolver: zodResolver(NewWebhook), defaultValues: { url: '' } })
  const { register, handleSubmit, formState, reset } = form

  async function handleAdd(body: NewWebhook) {
    try {
      await onAdd(body)
    } catch (error) {
      return showRefusal(form, error, {
        fields: ['url'],
        notice: messageOf(error, m.notAdded),
        fieldsSuffice: true,
      })
    }
    reset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleAdd)}>
      <Field label={m.address} error={formState.errors.url?.message} required>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              {...register('url')}
              type="url"
              inputMode="url"
              className="min-w-[min(14rem,100%)] flex-1"
              placeholder="https://example.com/ruam"
            />
            <SubmitButton variant="secondary" busy={formState.isSubmitting && common.adding}>
              <Icon icon={WebhookIcon} />
              {m.add}
            </SubmitButton>
          </div>
        )}
      </Field>
    </form>
  )
}

function WebhookCard({ webhook, onRemove }: { webhook: Webhook; onRemove: () => void }) {
  const [messages, setMessages] = useState<WebhookMessage[] | null>(null)
  const { run, running } = useAction()
  const params = { webhookId: webhook.id }
  const list = `messages-of-${webhook.id}`

  const load = useCallback(
    async () => setMessages(await call(listWebhookMessages, { params: { webhookId: webhook.id } })),
    [webhook.id],
  )

  function handleToggle() {
    if (messages !== null) setMessages(null)
    else run(load, m.messagesNotLoaded, 'load')
  }

  async function handleReplay({ id }: WebhookMessage) {
    const replay = () => call(replayWebhookMessage, { params: { ...params, messageId: id } })
    const isSent = await run(replay, m.notSentAgain, id)
    if (!isSent) return
    notify.success(m.sentAgain)
    // If this fails, the list stays as it was.
    await load().catch(() => {})
  }

  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-base font-medium wrap-anywhere">{webhook.url}</h2>
          <p className="figures text-sm text-ink-soft">{fill(m.added, { date: longDate(webhook.created_at) })}</p>
        </div>
        <WebhookState webhook={webhook} />
      </div>
      <div className="-ml-5 flex flex-wrap justify-between gap-2">
        <Button
          variant="quiet"
          aria-expanded={messages !== null}
          aria-controls={list}
          busy={running === 'load' && common.loading}
          onClick={handleToggle}
        >
          <Icon icon={ChevronDown} className={messages === null ? '' : 'rotate-180'} />
          {m.messages}
        </Button>
        <Button variant="quiet" onClick={onRemove} aria-label={fill(m.removeNamed, { url: webhook.url })}>
          <Icon icon={Trash2} />
          {common.remove}
        </Button>
      </div>
      <div id={list}>
        {messages?.length === 0 ? <p className="text-ink-soft">{m.noMessages}</p> : null}
        <ul className="divide-y divide-line">
          {messages?.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              busy={running === message.id}
              onReplay={() => handleReplay(message)}
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}

function WebhookState({ webhook: { waiting, last_status } }: { webhook: Webhook }) {
  if (last_status === null) return <Badge tone="neutral">{m.nothingSent}</Badge>
  if (last_status < 200 || last_status >= 300) return <Badge tone="danger">{fill(m.failing, { waiting })}</Badge>
  return <Badge tone="success">{m.working}</Badge>
}

interface MessageRowProps {
  message: WebhookMessage
  busy: boolean
  onReplay: () => void
}

function MessageRow({ message, busy, onReplay }: MessageRowProps) {
  const { type, event_name, ticket_number, created_at, attempts, answer, answer_status } = message
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{webhookTypeLabels[type]}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {event_name}
          {ticket_number ? ` · ${ticket_number}` : ''}
        </p>
        <p className="figures text-sm text-ink-soft">{longDate(created_at)}</p>
        <p className="text-sm wrap-anywhere">
          {outcomeOf(message)}
          {attempts > 0 && answer && answer_status !== 200 ? `: ${answer}` : ''}
        </p>
      </div>
      <Button
        variant="secondary"
        busy={busy && common.sending}
        onClick={onReplay}
        aria-label={fill(m.sendAgainOf, { message: webhookTypeLabels[type], subject: ticket_number || event_name })}
      >
        <Icon icon={RotateCw} />
        {m.sendAgain}
      </Button>
    </li>
  )
}

function outcomeOf({ attempts, answer_status, delivered_at, next_attempt_at }: WebhookMessage): string {
  if (delivered_at) return fill(m.delivered, { status: answer_status ?? '' })
  if (attempts === 0) return m.waiting
  if (next_attempt_at) {
    const date = longDate(next_attempt_at)
    return answer_status
      ? counted(attempts, m.answeredNext_one, m.answeredNext_other, { status: answer_status, date })
      : counted(attempts, m.noAnswerNext_one, m.noAnswerNext_other, { date })
  }
  return answer_status
    ? counted(attempts, m.answeredGivenUp_one, m.answeredGivenUp_other, { status: answer_status })
    : counted(attempts, m.noAnswerGivenUp_one, m.noAnswerGivenUp_other)
}
