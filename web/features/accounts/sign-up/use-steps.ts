import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SignUpField } from './sign-up-steps.ts'

/** The current step. Each step is an entry of the browser's history, so that a phone's Back key leads to the one
 *  before. Each move also moves the focus: to the step's heading, or to the field that must be corrected. */
export function useSteps(setFocus: (field: SignUpField) => void) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [furthest, setFurthest] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useRef<SignUpField | undefined>(undefined)
  const step = Math.min(stepIn(state), furthest)
  const shown = useRef(step)

  // After a reload, or a return to this page, what was typed is gone, so the form starts again.
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
