import type { Applicant } from '#contract/tickets/applicants.ts'

const columns: Record<string, (applicant: Applicant) => string | number> = {
  'First name': (applicant) => applicant.first_name,
  'Last name': (applicant) => applicant.last_name,
  Username: (applicant) => applicant.username,
  Email: (applicant) => applicant.email,
  // Spreadsheets take ten digits for a number and drop the leading zero.
  'Phone number': (applicant) => applicant.phone_number.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3'),
  Company: (applicant) => applicant.company,
  Address: (applicant) => applicant.address,
  Nationality: (applicant) => applicant.nationality,
  'Birth date': (applicant) => applicant.birth_date ?? '',
  Status: (applicant) => applicant.status,
  Applied: (applicant) => bangkokTime(applicant.created_at),
  'Attended events': (applicant) => applicant.attended_events_count,
  'Cancelled events': (applicant) => applicant.cancelled_events_count,
}

/** A table as RFC 4180 describes it, with the byte order mark by which spreadsheets know UTF-8. Times are Bangkok's. */
export function csvOf(applicants: Applicant[]): string {
  const rows = [Object.keys(columns), ...applicants.map((person) => Object.values(columns).map((read) => read(person)))]
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const harmless = withoutFormula(value)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** People choose their names; what a spreadsheet would take for a formula is shown as text by the apostrophe in front
 *  (OWASP, CSV injection; the wide signs count in East Asian versions). */
function withoutFormula(text: string): string {
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

/** 2026-11-21 10:00, which spreadsheets read as a time. */
function bangkokTime(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
