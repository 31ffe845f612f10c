import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inLanguage, type Language } from '#contract/language/languages.ts'
import { informationNames, informationPages } from '#contract/paths.ts'
import { packageRoot } from '#server/lib/settings/package-root.ts'
import { startApp } from '#server/testing/app.ts'

const legal = ['terms-of-use', 'privacy-policy', 'cookie-policy'] as const
const operator = {
  OPERATOR_NAME: 'Baan Suan <Events> & *Friends*',
  OPERATOR_ADDRESS: '9 Charoen Krung Road, Bangkok 10500',
  CONTACT_EMAIL: 'hello_there@ruam.example',
  CONTACT_PHONE: '+66 (2) 123-4567',
}
const everything = {
  ...operator,
  PUBLIC_URL: 'https://ruam.example',
  SMTP_URL: 'smtp://mail.example',
  GOOGLE_CLIENT_ID: 'an-id',
  LINE_CHANNEL_ID: '1234',
  LINE_CHANNEL_SECRET: 'a-secret',
  GOOGLE_MAPS_API_KEY: 'a-key',
  S3_ENDPOINT: 'https://store.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

/** All pages as a visitor reads them, by name. */
async function readPages(env: Record<string, string> = {}, language: Language = 'en') {
  const { visitor } = await startApp(env)
  const pages: Record<string, { lead: string; html: string }> = {}
  for (const name of informationNames) {
    const reply = await visitor.get(inLanguage(`/api/information/${name}`, language))
    expect(reply.statusCode).toBe(200)
    pages[name] = reply.json()
  }
  return pages
}

test.each<[string, Language, Record<string, string>]>([
  ['none', 'en', {}],
  ['all', 'en', everything],
  ['none', 'th', {}],
  ['all', 'th', everything],
])(
  'every page is whole with %s of the settings (%s): no gaps, headings in order, links that lead somewhere',
  async (_, language, env) => {
    const publicFolder = join(packageRoot, 'web', 'public')
    const known = Object.values(informationPages).map(({ path }) => inLanguage(path, language))

    for (const [name, { lead, html }] of Object.entries(await readPages(env, language))) {
      const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
      const links = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link)

      expect(lead, name).toMatch(language === 'en' ? /^\S.{20,170}\.$/ : /^\S.{20,170}[^\s.]$/)
      expect(`${lead}${html.replace(/<code>.*?<\/code>/g, '')}`, name).not.toMatch(/[{}]|\]\[|\]\(|undefined/)
      expect(levels[0], name).toBe(2)
      expect(levels.filter((level, place) => level > (levels[place - 1] ?? 1) + 1)).toEqual([])
      expect(links.filter((link) => !known.includes(link) && !existsSync(join(publicFolder, link)))).toEqual([])
    }
  },
)

test.each([
  ['en', 'Effective date: 26 October 2024.', /law of Thailand/, /at least 18 years old, or have the consent/],
  ['th', 'วันที่ 26 ตุลาคม 2567', /ภายใต้กฎหมายไทย/, /อย่างน้อย 18 ปี หรือได้รับความยินยอม/],
] as const)('the legal pages (%s) name their date, the governing law and the minimum age', async (...row) => {
  const [language, date, law, age] = row
  const pages = await readPages({}, language)

  for (const name of legal) expect(pages[name]?.lead).toContain(date)
  for (const name of ['terms-of-use', 'privacy-policy']) {
    expect(pages[name]?.html).toMatch(law)
    expect(pages[name]?.html).toMatch(age)
  }
})

test.each([
  ['en', 'On this page', '>What Ruam &amp; Friends is, and what it is not</a>'],
  ['th', 'ในหน้านี้', '>Ruam &amp; Friends คืออะไร และไม่ใช่อะไร</a>'],
] as const)('a long page (%s) starts with links to its sections', async (language, label, link) => {
  const pages = await readPages({ BRAND_NAME: 'Ruam & Friends' }, language)

  for (const name of legal) {
    const html = pages[name]?.html ?? ''
    const ids = [...html.matchAll(/<h2 id="([^"]*)">/g)].map(([, id]) => id)
    const [, contents = ''] = new RegExp(`^<nav aria-label="${label}">([\\s\\S]*?)</nav>`).exec(html) ?? []
    expect(ids).not.toContain('')
    expect([...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual([...new Set(ids)])
  }
  expect(pages['terms-of-use']?.html).toContain(link)
  expect(pages.contact?.html).not.toContain('<nav')
})

test("the operator's name is shown exactly as set", async () => {
  const pages = await readPages(operator)

  for (const name of ['terms-of-use', 'privacy-policy', 'about-us', 'contact', 'jobs'])
    expect(pages[name]?.html, name).toContain('Baan Suan &lt;Events&gt; &amp; *Friends*')
  expect(pages.contact?.html).toContain('<a href="mailto:hello_there@ruam.example">hello_there@ruam.example</a>')
  expect(pages.contact?.html).toContain('<a href="tel:+6621234567">+66 (2) 123-4567</a>')
  expect(pages.contact?.html).toContain('9 Charoen Krung Road, Bangkok 10500')
})

test("without an operator's name the pages say so", async () => {
  const pages = await readPages()
  const html = Object.values(pages)
    .map((page) => page.html)
    .join('\n')

  for (const name of ['terms-of-use', 'privacy-policy', 'about-us', 'contact'])
    expect(pages[name]?.html, name).toMatch(/has not\s+published a name here yet/)
  expect(pages.contact?.html).toMatch(/has not published an email address here yet/)
  expect(html).not.toMatch(/mailto:|tel:|Baan Suan/)
})

test('the privacy policy names exactly the services in use', async () => {
  const alone = (await readPages())['privacy-policy']?.html ?? ''
  const together = (await readPages(everything))['privacy-policy']?.html ?? ''

  expect(alone).toContain('tile.openstreetmap.org')
  expect(alone).toContain('nominatim.openstreetmap.org')
  expect(alone).not.toMatch(/Google Maps|storage service|leave through a mail server/)
  expect(together).toContain('Google Maps')
  expect(together).toContain('store.example')
  expect(together).not.toContain('openstreetmap')
})

test('a page is rendered once for all visitors, in each language', async () => {
  const { ctx, visitor } = await startApp()
  const { markdown } = ctx
  let rendered = 0
  ctx.markdown = {
    ...markdown,
    render: (...task) => {
      rendered += 1
      return markdown.render(...task)
    },
  }

  const urls = ['/api/information/jobs', '/th/api/information/jobs']
  await Promise.all(Array.from({ length: 40 }, (_, place) => visitor.get(urls[place % 2] ?? '')))
  const [english, thai] = await Promise.all(urls.map((url) => visitor.get(url)))

  expect(rendered).toBe(2)
  expect(english?.json().lead).toContain('Working on Ruam')
  expect(thai?.json().lead).toContain('ร่วมงานกับ Ruam')
})

test('a page that failed to render is tried again on the next request', async () => {
  const { ctx, visitor } = await startApp()
  const { markdown } = ctx
  ctx.markdown = { ...markdown, render: async () => ({ html: null }) }
  const refused = await visitor.get('/api/information/jobs')
  ctx.markdown = markdown

  expect(refused.json().code).toBe('unavailable')
  expect((await visitor.get('/api/information/jobs')).statusCode).toBe(200)
})

test('an unknown page is not found', async () => {
  const { visitor } = await startApp()

  expect((await visitor.get('/api/information/careers')).json().code).toBe('not_found')
})
