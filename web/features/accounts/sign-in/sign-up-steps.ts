import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NewAccount } from '#contract/accounts/auth.schemas.ts'
import { passwordsDiffer } from '#contract/accounts/auth.ts'
import * as m from '#messages/sign-in.json'

export type SignUpField = keyof NewAccount

/** The three steps of signing up and the fields of each (specification, section 2). */
export const steps = [
  { title: m.accountInfo, fields: ['username', 'password', 'password2'] },
  { title: m.personalInfo, fields: ['first_name', 'last_name', 'birth_date'] },
  { title: m.contactInfo, fields: ['phone_number', 'email'] },
] as const satisfies readonly { title: string; fields: readonly SignUpField[] }[]

export const lastStep = steps.length - 1

export const signUpFields: readonly SignUpField[] = steps.flatMap(({ fields }) => fields)

export function stepOf(field: SignUpField): number {
  return steps.findIndex(({ fields }) => (fields as readonly SignUpField[]).includes(field))
}

/** A field's error message by the contract's rules. Only the server knows taken usernames and common passwords. */
export function problemOf(field: SignUpField, form: Partial<NewAccount>): string | undefined {
  const [problem] = NewAccount.shape[field].safeParse(form[field] ?? '').error?.issues ?? []
  if (problem) return problem.message
  return field === 'password2' && form.password2 !== form.password ? passwordsDiffer : undefined
}

/** The fields whose errors to clear when this one is changed. */
export function checkedWith(field: SignUpField): SignUpField[] {
  return field === 'password' ? ['password', 'password2'] : [field]
}

/** The current step. Each step is an entry of the browser's history, so that a phone's Back key works. A change of step moves
 *  the focus to its heading, or to the field that must be corrected. */
export function useSteps(setFocus: (field: SignUpField) => void) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [furthest, setFurthest] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useRef<SignUpField | undefined>(undefined)
  const step = Math.min(stepIn(state), furthest)
  const shown = useRef(step)

  // After a reload or a return to this page the typed values are gone, so start again.
  const isLeftOver = furthest === 0 && stepIn(state) > 0
  useEffect(() => {
    if (isLeftOver) navigate({ pathname, search }, { replace: true })
  }, [isLeftOver, navigate, pathname, search])

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (wanted.current) setFocus(wanted.current)
    else heading.current?.focus()
    wanted.current = undefined
  }, [step, setFocus])

  function goTo(next: number, field?: SignUpField) {
    if (next === step) return field && setFocus(field)
    wanted.current = field
    setFurthest(Math.max(furthest, next))
    return next < step ? navigate(next - step) : navigate({ pathname, search }, { state: { step: next } })
  }

  return { step, heading, goTo }
}

function stepIn(state: unknown): number {
  return (state as { step?: number } | null)?.step ?? 0
}
