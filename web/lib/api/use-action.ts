import { useId, useRef, useState } from 'react'
import { notify, settle } from '#web/lib/notices/notice.tsx'
import { messageOf } from './api-error.ts'

/**
 * Runs the actions of a component, one at a time: a press while one runs does nothing. `run` resolves to whether the action
 * succeeded, after a failure has been handled.
 *
 * `failure` is the notice for a failure without a message from the server, or a function that handles the failure and
 * may return the text of a notice. If a component has several actions, `name` says which of them is `running`.
 *
 * Not React's `useTransition`: until its async action ends it delays all other transitions, so the router could not show another
 * page while a request hangs, and state set before the first `await` would not show.
 */
export function useAction() {
  const [running, setRunning] = useState<string | null>(null)
  const isRunning = useRef(false)
  const attempt = useId()

  async function run(
    action: () => Promise<unknown>,
    failure: string | ((error: unknown) => unknown),
    name = 'action',
  ): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setRunning(name)
    try {
      await action()
      settle(attempt)
      return true
    } catch (error) {
      const text = typeof failure === 'string' ? messageOf(error, failure) : await failure(error)
      if (typeof text === 'string') notify.failure(text, { attempt })
      return false
    } finally {
      isRunning.current = false
      setRunning(null)
    }
  }

  return { run, busy: running !== null, running }
}
