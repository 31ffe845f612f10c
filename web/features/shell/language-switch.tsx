import { useLocation } from 'react-router'
import { inLanguage, type Language, languageCookie, pageLanguage } from '#contract/language/languages.ts'
import { classes } from '#web/ui/display/classes.ts'

/** Each language in its own words, in short and in full. */
const names = { en: ['EN', 'English'], th: ['ไทย', 'ภาษาไทย'] } as const
const other: Language = pageLanguage === 'en' ? 'th' : 'en'
const oneYear = 365 * 86_400

/** Opens this page in the other language, which links from outside then open in as well. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  const [short, long] = names[other]
  return (
    <a
      href={inLanguage(pathname + search, other)}
      hrefLang={other}
      lang={other}
      aria-label={long}
      onClick={() => rememberLanguage(other)}
      className={classes('icon-button text-sm font-medium', className)}
    >
      {short}
    </a>
  )
}

export function rememberLanguage(language: Language) {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}
