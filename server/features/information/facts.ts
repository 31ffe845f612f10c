import { informationPages } from '#contract/information.ts'
import type { Settings } from '#server/lib/settings/settings.ts'
import type { Facts } from './fill-in.ts'

/** What the pages say of this installation, all of it from the operator's settings: nothing about people or companies is
 *  made up. */
export function factsOf(settings: Settings): Facts {
  return {
    brand: settings.BRAND_NAME,
    site: settings.PUBLIC_URL ?? '',
    operator: settings.OPERATOR_NAME ?? '',
    operator_address: settings.OPERATOR_ADDRESS ?? '',
    contact_email: settings.CONTACT_EMAIL ?? '',
    contact_phone: settings.CONTACT_PHONE ?? '',
    mail_server: settings.SMTP_URL === undefined ? '' : 'yes',
    google_sign_in: settings.GOOGLE_CLIENT_ID === undefined ? '' : 'yes',
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

/** Definitions of the links that the texts use: `[Contact][contact]` leads to the page of that name, `[email]` and
 *  `[phone]` to the operator. */
export function linksOf({ CONTACT_EMAIL, CONTACT_PHONE }: Settings): string {
  const pages = Object.entries(informationPages).map(([name, { path }]) => `[${name}]: ${path}`)
  const email = CONTACT_EMAIL === undefined ? [] : [`[email]: <mailto:${encodeURI(CONTACT_EMAIL)}>`]
  const phone = CONTACT_PHONE === undefined ? [] : [`[phone]: tel:${CONTACT_PHONE.replace(/[^\d+]/g, '')}`]
  return [...pages, ...email, ...phone].join('\n')
}
