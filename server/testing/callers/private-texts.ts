import { createHash } from 'node:crypto'

/** Data that nobody else may see, named like the columns of `users`. */
export interface Private {
  email: string
  phone_number: string
  birth_date: string
  address: string
  latitude: number
  longitude: number
  nationality: string
  facebook_profile: string
  instagram_handle: string
  google_sub: string
  line_sub: string
}
export type PrivateField = keyof Private

/** Texts found nowhere else, for person number 1 to 99. */
export function marksOf(n: number): Private {
  return {
    email: `hush${n}.whisper@mailbox${n}.example`,
    phone_number: `08${String(71_940_200 + n * 613)}`,
    birth_date: `${1900 + n}-0${(n % 9) + 1}-${13 + (n % 9)}`,
    address: `${n}/77 Lantern${n}quarter Road, Bang Rak`,
    // Not below 60, because every time contains such a number.
    latitude: 67.413_829 + n / 1_000,
    longitude: 101.726_153 + n / 1_000,
    nationality: `Freedonia${n}n`,
    facebook_profile: `https://www.facebook.com/quiet${n}wall`,
    instagram_handle: `https://www.instagram.com/quiet${n}glass`,
    google_sub: `1084200${n}00`,
    line_sub: `U5e17c0de${n}00`,
  }
}

/** The person's private texts in a response, in any form. */
export function fieldsIn(answer: ReadAnswer, person: Private): PrivateField[] {
  const { text, digits } = answer
  const found = Object.entries(formsOf(person)).filter(([, forms]) => forms.some((form) => text.includes(form)))
  const fields = found.map(([field]) => field as PrivateField)
  // With or without leading zero, country code, or separators.
  return digits.includes(person.phone_number.slice(1)) ? [...fields, 'phone_number'] : fields
}

/** Whether a response contains any private text of these people. Much faster than `fieldsIn` for each of them. */
export function lookerFor(people: Private[]): (answer: ReadAnswer) => boolean {
  const forms = new RegExp(people.flatMap((person) => Object.values(formsOf(person)).flat().map(literal)).join('|'))
  const phones = new RegExp(people.map(({ phone_number }) => phone_number.slice(1)).join('|'))
  return ({ text, digits }) => forms.test(text) || phones.test(digits)
}

const literal = (form: string) => form.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** A response, prepared for searching. */
export interface ReadAnswer {
  text: string
  /** The same without separators between digits. */
  digits: string
}

/** Adds decoded base64 (a token's claims, obfuscated addresses) and unescaped text. */
export function read(answer: string): ReadAnswer {
  const hidden = (answer.match(/[\w+/-]{12,}/g) ?? []).map((piece) => Buffer.from(piece, 'base64').toString('latin1'))
  const text = [answer, unescaped(answer), ...hidden].join('\n').toLowerCase()
  return { text, digits: text.replace(/(?<=\d)[\s().-]+(?=\d)/g, '') }
}

function unescaped(text: string): string {
  return text
    .replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\u([\da-f]{4})|&#x([\da-f]+);/gi, (_, ...codes) =>
      String.fromCharCode(Number.parseInt(codes[0] ?? codes[1], 16)),
    )
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

const known = new Map<Private, Record<Exclude<PrivateField, 'phone_number'>, string[]>>()

/** The spellings of each private text, in lower case. */
function formsOf(person: Private) {
  const forms = known.get(person) ?? {
    email: emailForms(person.email.toLowerCase()),
    birth_date: dayForms(person.birth_date).map((form) => form.toLowerCase()),
    address: [/lantern\d+quarter/.exec(person.address.toLowerCase())?.[0] ?? ''],
    latitude: [String(person.latitude).slice(0, 6)],
    longitude: [String(person.longitude).slice(0, 7)],
    nationality: [person.nationality.toLowerCase()],
    facebook_profile: [lastPart(person.facebook_profile)],
    instagram_handle: [lastPart(person.instagram_handle)],
    google_sub: [person.google_sub],
    line_sub: [person.line_sub],
  }
  known.set(person, forms)
  return forms
}

const lastPart = (address: string) => address.slice(address.lastIndexOf('/') + 1).toLowerCase()

/** The email, its two parts, usernames derived from it, and its hashes for avatar services. */
function emailForms(email: string): string[] {
  const [name = '', domain = ''] = email.split('@')
  const hashes = ['md5', 'sha256'].map((kind) => createHash(kind).update(email).digest('hex'))
  return [email, name, domain, name.replace(/\W/g, ''), name.replace(/[^a-z]/g, ''), ...hashes]
}

/** A birth date in any order, in either calendar, as people write it, and as its first millisecond. */
function dayForms(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const years = [year, String(Number(year) + 543)]
  const months = [month, String(Number(month))]
  const numbers = years.flatMap((y) =>
    months.flatMap((m) =>
      ['-', '/', '.'].flatMap((mark) => [[y, m, date].join(mark), [date, m, y].join(mark), [m, date, y].join(mark)]),
    ),
  )
  const written = ['en-US', 'en-GB', 'th-TH'].flatMap((locale) =>
    (['medium', 'long', 'full'] as const).map((dateStyle) =>
      new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(new Date(day)),
    ),
  )
  const began = ['Z', '+07:00'].map((zone) => new Date(`${day}T00:00:00${zone}`))
  const instants = began.flatMap((at) => [at.toISOString(), String(Math.abs(at.getTime()))])
  return [...numbers, `${year}${month}${date}`, ...written, ...instants]
}
