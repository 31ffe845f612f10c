import type { Applicant } from '#contract/tickets/applicants.ts'
import { bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'

const columns: Columns<Applicant> = {
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

export const csvOf = (applicants: Applicant[]): string => csvTable(columns, applicants)
