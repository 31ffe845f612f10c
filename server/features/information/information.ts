import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Information, showInformation } from '#contract/information.ts'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { textIn } from '#contract/language/messages.ts'
import { type InformationName, informationPages } from '#contract/paths.ts'
import * as en from '#languages/en/information.json'
import * as th from '#languages/th/information.json'
import type { Context } from '#server/lib/context.ts'
import { AppError } from '#server/lib/errors/app-error.ts'
import type { Api } from '#server/lib/http/api.ts'
import { packageRoot } from '#server/lib/settings/package-root.ts'
import type { Settings } from '#server/lib/settings/settings.ts'

/** Holds a folder for each language. The program runs from its sources or bundled in `build/`; the texts stay where they are. */
const folder = join(packageRoot, 'server', 'features', 'information', 'texts')

export function informationRoutes(api: Api, ctx: Context) {
  const read = openInformation(ctx)

  api.route({ ...showInformation, handler: ({ params, language }) => read(params.name, language) })
}

/** Reads the information pages. Each is rendered for its first viewer in a language and cached, because neither texts nor
 *  settings change while the process runs. Throws `unavailable` if it cannot be rendered. */
function openInformation(ctx: Context) {
  const pages = new Map<string, Promise<Information>>()
  return (name: InformationName, language: Language): Promise<Information> => {
    const key = `${language}/${name}`
    const known = pages.get(key)
    if (known) return known
    const made = make(ctx, name, language)
    pages.set(key, made)
    // After a failure the next request tries again.
    made.catch(() => pages.delete(key))
    return made
  }
}

async function make(ctx: Context, name: InformationName, language: Language): Promise<Information> {
  const [lead = '', ...others] = (await readFile(join(folder, language, `${name}.md`), 'utf8')).split('\n\n')
  const facts = factsOf(ctx.settings)
  const text = `${fillIn(others.join('\n\n'), facts)}\n\n${linksOf(ctx.settings, language)}\n`
  const { html } = await ctx.markdown.render(text, name, 'us')
  if (html === null) throw new AppError('unavailable')
  return { lead: fillIn(lead.replaceAll('\n', ' '), facts, (fact) => fact), html: withContents(html, language) }
}

/** A page with at least this many sections starts with links to them. */
const longPage = 7

/** The heading's text is already HTML. */
function withContents(html: string, language: Language): string {
  const parts = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)]
  if (parts.length < longPage) return html
  const links = parts.map(([, id, words]) => `<li><a href="#${id}">${words}</a></li>`)
  const label = textIn(language, en.onThisPage, th.onThisPage)
  return `<nav aria-label="${label}">\n<ul>\n${links.join('\n')}\n</ul>\n</nav>\n${html}`
}

/** Facts about this installation, all from the operator's settings: nothing about people or companies is made up. */
function factsOf(settings: Settings): Facts {
  return {
    brand: settings.BRAND_NAME,
    site: settings.PUBLIC_URL ?? '',
    operator: settings.OPERATOR_NAME ?? '',
    operator_address: settings.OPERATOR_ADDRESS ?? '',
    contact_email: settings.CONTACT_EMAIL ?? '',
    contact_phone: settings.CONTACT_PHONE ?? '',
    mail_server: settings.SMTP_URL === undefined ? '' : 'yes',
    google_sign_in: settings.GOOGLE_CLIENT_ID === undefined ? '' : 'yes',
    line_sign_in: settings.LINE_CHANNEL_ID === undefined ? '' : 'yes',
    apple_wallet: settings.APPLE_PASS_CERTIFICATE === undefined ? '' : 'yes',
    google_wallet: settings.GOOGLE_WALLET_ISSUER_ID === undefined ? '' : 'yes',
    google_maps: settings.GOOGLE_MAPS_API_KEY === undefined ? '' : 'yes',
    map_host: hostOf(settings.MAP_TILES_URL),
    geocoder_host: hostOf(settings.GEOCODER_URL),
    slip_verifier: settings.SLIP_VERIFIER_URL === undefined ? '' : hostOf(settings.SLIP_VERIFIER_URL),
    picture_store: settings.S3_ENDPOINT === undefined ? '' : hostOf(settings.S3_ENDPOINT),
  }
}

/** `tiles.example` of `https://{s}.tiles.example/{z}/{x}/{y}.png`. */
function hostOf(address: string): string {
  return /^https?:\/\/(?:\{s\}\.)?([^/:{}]+)/.exec(address)?.[1] ?? address
}

/** Definitions of the links that the texts use: `[Contact][contact]` leads to the page with that name in the same language,
 *  `[email]` and `[phone]` to the operator. */
function linksOf({ CONTACT_EMAIL, CONTACT_PHONE }: Settings, language: Language): string {
  const pages = Object.entries(informationPages).map(([name, { path }]) => `[${name}]: ${inLanguage(path, language)}`)
  const email = CONTACT_EMAIL === undefined ? [] : [`[email]: <mailto:${encodeURI(CONTACT_EMAIL)}>`]
  const phone = CONTACT_PHONE === undefined ? [] : [`[phone]: tel:${CONTACT_PHONE.replace(/[^\d+]/g, '')}`]
  return [...pages, ...email, ...phone].join('\n')
}

/** The facts by the names that the texts use; '' if the operator has not set one. */
export type Facts = Readonly<Record<string, string>>

/**
 * A text with its facts filled in: `{brand}` becomes the fact of that name, and of
 *
 *     {if contact_email}
 *     Write to {contact_email}.
 *     {else}
 *     The operator has given no address.
 *     {end}
 *
 * stays what fits, as whole lines. Conditions cannot be nested. `asText` is done to each fact. Throws where
 * the text asks for a fact that there is not, so that a slip in a text fails its test.
 */
export function fillIn(text: string, facts: Facts, asText: (fact: string) => string = markdownText): string {
  const factOf = (name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`No fact is called {${name}}.`)
    return fact
  }
  const fitting = text.replace(
    /^\{if (\w+)\}\n([\s\S]*?)(?:^\{else\}\n([\s\S]*?))?^\{end\}\n/gm,
    (_, name: string, set: string, unset = '') => (factOf(name) === '' ? unset : set),
  )
  return fitting.replace(/\{(\w+)\}/g, (_, name: string) => asText(factOf(name)))
}

/** A fact escaped for Markdown: every ASCII punctuation mark may be escaped
 *  (https://spec.commonmark.org/0.31.2/#backslash-escapes). */
function markdownText(fact: string): string {
  return fact.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}
