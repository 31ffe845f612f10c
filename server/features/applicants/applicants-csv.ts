import { answerInWords } from '#contract/questions/answers.ts'
import type { Question } from '#contract/questions/questions.ts'
import type { Applicant } from '#contract/tickets/applicants.ts'
import { grouped } from '#contract/tickets/receiver.ts'
import { bangkokTime, type Columns, csvTable } from '#server/lib/feeds/csv-table.ts'

const columns: Columns<Applicant> = [
  ['First name', (applicant) => applicant.first_name],
  ['Last name', (applicant) => applicant.last_name],
  ['Username', (applicant) => applicant.username],
  ['Email', (applicant) => applicant.email],
  // Spreadsheets take ten digits for a number and drop the leading zero.
  ['Phone number', (applicant) => grouped(applicant.phone_number)],
  ['Company', (applicant) => applicant.company],
  ['Address', (applicant) => applicant.address],
  ['Nationality', (applicant) => applicant.nationality],
  ['Birth date', (applicant) => applicant.birth_date ?? ''],
  ['Status', (applicant) => applicant.status],
  ['Applied', (applicant) => bangkokTime(applicant.created_at)],
  ['Attended events', (applicant) => applicant.attended_events_count],
  ['Cancelled events', (applicant) => applicant.cancelled_events_count],
  ['State', (applicant) => applicant.state.toLowerCase()],
  ['Place in line', (applicant) => applicant.position ?? ''],
  ['To pay until', (applicant) => (applicant.pay_by === null ? '' : bangkokTime(applicant.pay_by))],
]

type Asked = Pick<Question, 'id' | 'text'>

/** The applicants as a table. Each question has a column; one whose words were changed has a column for the words that were
 *  answered before, too. */
export function csvOf(applicants: Applicant[], questions: readonly Asked[]): string {
  const answers = askedOf(applicants, questions).map((asked): Columns<Applicant>[number] => [
    asked.text,
    (applicant) => answerTo(asked, applicant),
  ])
  return csvTable([...columns, ...answers], applicants)
}

/** The questions of today in their order, then those that were answered in other words or are not asked any more. */
function askedOf(applicants: Applicant[], questions: readonly Asked[]): Asked[] {
  const asked = new Map(questions.map(({ id, text }) => [`${id} ${text}`, { id, text }]))
  for (const { question_id: id, question: text } of applicants.flatMap(({ answers }) => answers)) {
    asked.set(`${id} ${text}`, { id, text })
  }
  return [...asked.values()]
}

function answerTo({ id, text }: Asked, { answers }: Applicant): string {
  const answer = answers.find(({ question_id, question }) => question_id === id && question === text)
  return answer === undefined ? '' : answerInWords(answer, 'yes')
}
