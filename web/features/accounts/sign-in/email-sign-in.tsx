import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { codeLimits, requestCode, SignInCode, signInByEmail } from '#contract/accounts/passwordless.ts'
import { Email } from '#contract/fields.ts'
import { fill } from '#contract/language/messages.ts'
import { requiredName } from '#contract/names.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/sign-in.json'
import { ApiError, messageOf } from '#web/lib/api/api-error.ts'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { clockNow, useNow } from '#web/lib/clock.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { signIn } from '#web/lib/session/session.ts'
import { readRecent, writeRecent } from '#web/lib/storage/storage.ts'
import { Button, SubmitButton } from '#web/ui/controls/button.tsx'
import { Dialog, useFirstField } from '#web/ui/controls/dialog.tsx'
import { RichText } from '#web/ui/display/rich-text.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

export interface EmailSignInProps {
  open: boolean
  title: string
  /** Whether most people here have no account yet. */
  asksName: boolean
  /** The page of ours to which the mailed link leads. */
  next: string
  /** Other ways to sign in, below the first step. */
  others?: ReactNode
  onSignedIn: () => unknown
  onClose: () => void
}

/** Signs in with a mailed code. An email without an account gets one, so it is signing up too. A code that was asked for before
 *  can still be typed. */
export function EmailSignIn({ open, title, onClose, ...steps }: EmailSignInProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <Steps {...steps} />
    </Dialog>
  )
}

function Steps({ asksName, next, others, onSignedIn }: Omit<EmailSignInProps, 'open' | 'title' | 'onClose'>) {
  const [asked, setAsked] = useState(readAskedCode)
  if (asked !== null) {
    return <CodeForm asked={asked} onAsked={setAsked} onLeave={() => setAsked(null)} onSignedIn={onSignedIn} />
  }
  return (
    <>
      <AskForm asksName={asksName} next={next} onAsked={setAsked} />
      {others}
    </>
  )
}

const nameIf = (isNeeded: boolean): z.ZodType<string, string> =>
  isNeeded ? requiredName(common.name, 150) : z.string()

interface AskFormProps {
  asksName: boolean
  next: string
  onAsked: (asked: AskedCode) => void
}

function AskForm({ asksName, next, onAsked }: AskFormProps) {
  const form = useForm<{ name: string; email: string }>({
    resolver: zodResolver(z.object({ name: nameIf(asksName), email: Email })),
    defaultValues: { name: '', email: '' },
  })
  const { register, handleSubmit, formState } = form

  async function handleAsk(person: { name: string; email: string }) {
    try {
      onAsked(await askForCode({ ...person, next }))
    } catch (error) {
      showRefusal(form, error, { fields: ['email'], notice: messageOf(error, m.codeNotSent), fieldsSuffice: true })
    }
  }

  return (
    <form ref={useFirstField()} noValidate onSubmit={handleSubmit(handleAsk)} className="flex flex-col gap-4">
      <p className="text-ink-soft">{m.noPasswordNeeded}</p>
      {asksName ? (
        <Field label={common.name} hint={m.nameHint} error={formState.errors.name?.message} required>
          {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
        </Field>
      ) : null}
      <Field label={common.email} error={formState.errors.email?.message} required>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        )}
      </Field>
      <SubmitButton wide busy={formState.isSubmitting && common.sending}>
        {common.goOn}
      </SubmitButton>
    </form>
  )
}

interface CodeFormProps {
  asked: AskedCode
  /** Another code was sent. */
  onAsked: (asked: AskedCode) => void
  /** To the first step, for another email. */
  onLeave: () => void
  onSignedIn: () => unknown
}

interface TypedCode {
  code: string
  name: string
}

/** Sends the code as soon as it is complete. The name is asked for only if the server needs it. */
function CodeForm({ asked, onAsked, onLeave, onSignedIn }: CodeFormProps) {
  const [needsName, setNeedsName] = useState(false)
  const form = useForm<TypedCode>({
    resolver: zodResolver(z.object({ code: SignInCode, name: nameIf(needsName) })),
    defaultValues: { code: '', name: asked.name },
  })
  const { register, handleSubmit, formState, reset, setFocus } = form

  useEffect(() => {
    if (needsName) setFocus('name')
  }, [needsName, setFocus])

  async function handleCode({ code, name }: TypedCode) {
    try {
      await signInWithCode({ ...asked, name }, { code })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'name_needed' && !needsName) return setNeedsName(true)
      const notice = messageOf(error, m.authenticationFailed)
      showRefusal(form, error, { fields: ['code', 'name'], notice, fieldsSuffice: true })
      return
    }
    await onSignedIn()
  }

  function handleType(typed: string) {
    const isComplete = SignInCode.safeParse(typed).success
    if (isComplete && !needsName && !formState.isSubmitting) void handleSubmit(handleCode)()
  }

  function handleAsked(again: AskedCode) {
    reset({ code: '', name: again.name })
    setFocus('code')
    onAsked(again)
  }

  return (
    <form ref={useFirstField()} noValidate onSubmit={handleSubmit(handleCode)} className="flex flex-col gap-4">
      <Field
        label={m.code}
        hint={
          <RichText
            text={fill(m.codeSent, { email: asked.email, minutes: codeLimits.minutes })}
            tags={{ strong: (email) => <strong className="text-ink">{email}</strong> }}
          />
        }
        error={formState.errors.code?.message}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('code', { onChange: ({ target }) => handleType(target.value) })}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="figures text-xl tracking-[0.3em]"
          />
        )}
      </Field>
      {needsName ? (
        <Field label={common.name} hint={m.nameNeeded} error={formState.errors.name?.message} required>
          {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
        </Field>
      ) : null}
      <SubmitButton wide busy={formState.isSubmitting && m.signingIn}>
        {common.signIn}
      </SubmitButton>
      <div className="flex flex-wrap justify-center gap-x-2">
        <SendAgain key={asked.at} asked={asked} onAsked={handleAsked} />
        <Button variant="quiet" onClick={onLeave}>
          {m.useAnotherEmail}
        </Button>
      </div>
    </form>
  )
}

/** In milliseconds: most mails have arrived by then. */
const pause = 30_000

function SendAgain({ asked, onAsked }: Pick<CodeFormProps, 'asked' | 'onAsked'>) {
  const now = useNow() ?? asked.at
  const { run, busy } = useAction()
  const left = Math.ceil((asked.at + pause - now) / 1_000)

  const handleAgain = () =>
    run(async () => {
      onAsked(await askForCode(asked))
      notify.success(m.codeResent)
    }, m.codeNotSent)

  return (
    <Button variant="quiet" busy={busy && common.sending} unavailable={left > 0} onClick={handleAgain}>
      {left > 0 ? fill(m.sendNewCodeIn, { seconds: left }) : m.sendNewCode}
    </Button>
  )
}

/** A code that this browser has asked for. In local storage, because the mailed link opens in another tab, and a phone may close
 *  this one while its owner reads the mail. */
interface AskedCode {
  /** The secret with which the code works. */
  browser: string
  email: string
  /** For the account, if there is none yet; '' if it was not asked. */
  name: string
  /** The page to which the mailed link leads. */
  next: string
  /** In milliseconds since 1970. */
  at: number
}

const key = 'sign_in_code'

/** Null if there is none, or it has expired. */
export const readAskedCode = () => readRecent<AskedCode>(key)

/** Mails a code, which ends an older one. Throws ApiError. */
async function askForCode(person: Pick<AskedCode, 'email' | 'name' | 'next'>): Promise<AskedCode> {
  const browser = readAskedCode()?.browser ?? newSecret()
  await call(requestCode, { body: { email: person.email, browser } })
  const asked = { ...person, browser, at: clockNow() }
  writeRecent(key, asked)
  return asked
}

/** Signs in with the code or the mailed link and stores the session. Throws ApiError. */
export async function signInWithCode(
  { browser, name }: AskedCode,
  proof: { code: string } | { link: string },
): Promise<void> {
  const reply = await call(signInByEmail, { body: { browser, ...proof, ...(name && { name }) } })
  writeRecent(key, null)
  signIn(reply)
}

/** 32 random bytes in base64url. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
