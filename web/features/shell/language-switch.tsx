import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { chooseLanguage } from '#contract/accounts/auth.ts'
import { inLanguage, type Language, pageLanguage } from '#contract/language/languages.ts'
import { call } from '#web/lib/api/call.ts'
import { rememberLanguage, useSession } from '#web/lib/session/session.ts'

/** Each language in its own words, in short and in full. */
const names = { en: ['EN', 'English'], th: ['ไทย', 'ภาษาไทย'] } as const
const other: Language = pageLanguage === 'en' ? 'th' : 'en'

/** How long the next page waits until the account has the choice. */
const patienceMs = 1_000

/** Opens this page in the other language. Links from outside open in it from then on, and mails come in it. */
export function LanguageSwitch() {
  const { pathname, search } = useLocation()
  const session = useSession()
  const [short, long] = names[other]
  const href = inLanguage(pathname + search, other)

  function handleClick(click: MouseEvent<HTMLAnchorElement>) {
    const link = click.currentTarget
    // Not while rendering: the server does not know it.
    link.hash = window.location.hash
    rememberLanguage(other)
    if (session === null) return
    const stored = call(chooseLanguage, { body: { language: other } }).catch(() => {})
    const isNewTab = click.ctrlKey || click.metaKey || click.shiftKey
    if (isNewTab) return
    click.preventDefault()
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
    Promise.race([stored, late]).then(() => window.location.assign(link.href))
  }

  return (
    <a
      href={href}
      hrefLang={other}
      lang={other}
      aria-label={long}
      onClick={handleClick}
      className="icon-button text-sm font-medium"
    >
      {short}
    </a>
  )
}
