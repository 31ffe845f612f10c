import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import { everyField } from '#server/testing/event-fields.ts'

/** Ordinary events, to fill the lists. */
export const ordinary: Partial<EventFieldsInput>[] = [
  {
    event_name: 'Chiang Mai Open Source Days',
    description: 'Two days of talks, hallway conversations and a sprint for everybody who builds open source.',
    category: 'CONFERENCE',
    tags: 'open source,software,community',
    address: 'Chiang Mai International Exhibition and Convention Centre, Chang Phueak, Chiang Mai 50300',
    is_free: false,
    ticket_price: 490,
    max_attendee: 250,
  },
  {
    event_name: 'เวิร์กช็อปถ่ายภาพย่านตลาดน้อย',
    description: 'เดินถ่ายภาพตรอกซอกซอยเก่าแก่ริมเจ้าพระยากับช่างภาพสตรีท เรียนรู้แสง จังหวะ และการเล่าเรื่องด้วยภาพเดียว',
    category: 'WORKSHOP',
    tags: 'ถ่ายภาพ,กรุงเทพ,เดินเมือง',
    address: 'ศาลเจ้าโรงเกือก ถนนวานิช 2 แขวงตลาดน้อย เขตสัมพันธวงศ์ กรุงเทพฯ 10100',
    max_attendee: 15,
  },
  {
    event_name: 'First Steps with TypeScript',
    description: 'An evening online: from plain JavaScript to types that catch mistakes before your users do.',
    category: 'SEMINAR',
    tags: 'software,online',
    is_online: true,
    meeting_link: 'https://meet.example.com/first-steps',
  },
  {
    event_name: 'Repair Café Bangkok',
    description: 'Bring what is broken: a fan, a shirt, a bicycle. Volunteers help you to repair it yourself.',
    category: 'OTHER',
    tags: 'community,repair',
    address: 'Bangkok City Library, 39 Ratchadamnoen Avenue, Bangkok 10200',
    max_attendee: 80,
  },
]

const longText = `## ${'กำหนดการของทั้งสองวัน '.repeat(4)}

${'เชิญทุกท่านมาร่วมกันอ่าน เขียน และแลกเปลี่ยนความคิดเห็นกับนักเขียนที่ท่านชื่นชอบ '.repeat(12)}

| เวลา | ห้องใหญ่ | ห้องเล็ก | ลานกลางแจ้ง |
|---|---|---|---|
| 09:00 | เปิดงานโดยผู้ว่าราชการกรุงเทพมหานคร | ลงทะเบียน | กาแฟ |
| 13:00 | เสวนา | เวิร์กช็อปเขียนเรื่องสั้น | ดนตรี |

> อ่านหนังสือวันละหน้า

- ข้อแรก
- ข้อที่สอง \`code\`

1. หนึ่ง
2. สอง`

/** One question of each kind. */
export const questions: EventFieldsInput['questions'] = [
  { kind: 'one_of', text: 'Which meal would you like?', required: true, choices: ['ปกติ', 'เจ', 'ฮาลาล'] },
  { kind: 'any_of', text: 'What can you bring?', choices: ['A knife', 'An apron', 'A pot'] },
  { kind: 'short', text: 'Size of your apron' },
  { kind: 'long', text: 'Is there anything that we should know about you, for example an allergy?' },
  { kind: 'must_tick', text: 'I wash my hands first.' },
]

/** Every field with a realistically long Thai text. */
export const longest: Partial<EventFieldsInput> = {
  ...everyField,
  // Free of payment, so that applying leads directly to a ticket.
  promptpay_id: '',
  promptpay_name: '',
  event_name: 'มหกรรมรวมพลคนรักการอ่านและเขียนครั้งที่ ๑๒ ทั่วไทย',
  description: 'พบปะ พูดคุย และแลกเปลี่ยนหนังสือที่รักกับเพื่อนใหม่ '.repeat(6),
  detailed_description: longText,
  terms_and_conditions: longText,
  visibility: 'PUBLIC',
  allowed_email_domains: '',
  is_online: false,
  tags: 'หนังสือ,วรรณกรรมร่วมสมัยของไทยและเพื่อนบ้าน,book,reading,เวิร์กช็อป,กรุงเทพมหานคร',
  address: 'ศูนย์การประชุมแห่งชาติสิริกิติ์ ชั้น 5 อาคารเอ ถนนรัชดาภิเษก แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110',
  min_age_requirement: 18,
  website_url: `https://example.com/${'a-very-long-path-'.repeat(5)}`,
}
