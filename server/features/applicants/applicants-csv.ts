import { stringify } from 'csv-stringify/sync'
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
  State: (applicant) => applicant.state.toLowerCase(),
  'Place in line': (applicant) => applicant.position ?? '',
  'To pay until': (applicant) => (applicant.pay_by === null ? '' : bangkokTime(applicant.pay_by)),
}

/** A table as RFC 4180 describes it, with the byte order mark by which spreadsheets know UTF-8. Times are Bangkok's.
 *  People choose their names; what a spreadsheet would take for a formula is shown as text by an apostrophe in front. */
export function csvOf(applicants: Applicant[]): string {
  const rows = applicants.map((person) => Object.values(columns).map((read) => read(person)))
  return stringify([Object.keys(columns), ...rows], {
    bom: true,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    // The library knows a formula by its first letter, a spreadsheet also behind blanks.
    cast: { string: (text) => text.replace(/^[^\S\t\r]+/, '') },
  })
}

/** 2026-11-21 10:00, which spreadsheets read as a time. */
function bangkokTime(instant: string): string {
  return new Date(Date.parse(instant) + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
