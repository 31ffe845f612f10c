import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { applyParameter, withQuestion } from '#contract/events/event-link.ts'

/**
 * The question whether to apply now, for which the page's address asks. It leaves the address at once, so that neither a
 * reload nor the Back key asks again. A visitor's stays: they are asked once they are logged in.
 */
export function useQuestion(isVisitor: boolean) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const isAskedFor = !isVisitor && new URLSearchParams(search).has(applyParameter)

  useEffect(() => {
    if (!isAskedFor) return
    setOpen(true)
    navigate(withQuestion(pathname + search, false) + hash, { replace: true, preventScrollReset: true })
  }, [isAskedFor, navigate, pathname, search, hash])

  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  return { isOpen, open, close }
}
