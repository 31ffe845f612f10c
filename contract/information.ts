import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

/** The information pages (specification, section 2, Static pages), by the name of the file that holds a page's text, in
 *  the order in which the footer lists them. */
export const informationPages = {
  branding: { title: 'Branding', group: 'Services', path: paths.branding },
  design: { title: 'Design', group: 'Services', path: paths.design },
  marketing: { title: 'Marketing', group: 'Services', path: paths.marketing },
  advertisement: { title: 'Advertisement', group: 'Services', path: paths.advertisement },
  'about-us': { title: 'About Us', group: 'Team', path: paths.aboutUs },
  contact: { title: 'Contact', group: 'Team', path: paths.contact },
  jobs: { title: 'Jobs', group: 'Team', path: paths.jobs },
  'press-kit': { title: 'Press Kit', group: 'Team', path: paths.pressKit },
  'terms-of-use': { title: 'Terms of Use', group: 'Legal', path: paths.termsOfUse },
  'privacy-policy': { title: 'Privacy Policy', group: 'Legal', path: paths.privacyPolicy },
  'cookie-policy': { title: 'Cookie Policy', group: 'Legal', path: paths.cookiePolicy },
} as const

export type InformationName = keyof typeof informationPages

export const informationNames = Object.keys(informationPages) as [InformationName, ...InformationName[]]

/** `lead` is the first paragraph, as plain text; `html` is all that follows it. */
export const Information = z.object({ lead: z.string(), html: z.string() })
export type Information = z.infer<typeof Information>

export const showInformation = {
  method: 'GET',
  url: '/api/information/:name',
  schema: {
    summary: 'Read an information page',
    params: z.object({ name: z.enum(informationNames) }),
    response: { 200: Information },
  },
  config: { access: 'anyone' },
} satisfies Endpoint
