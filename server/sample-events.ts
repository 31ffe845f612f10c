import type { EventFieldsInput } from '#contract/events/event-fields.ts'
import type { CodeFieldsInput } from '#contract/tickets/codes.schemas.ts'

const day = 24 * 3_600_000

export interface SampleEvent {
  fields: EventFieldsInput
  /** How many sample people have a ticket. */
  attending: number
  likes: number
  comments: readonly SampleComment[]
  /** Three of those attending have used it. */
  code?: CodeFieldsInput | undefined
}

/** `by` is the index of a sample person; the organizer writes the reply. */
interface SampleComment {
  by: number
  text: string
  answer?: string
}

/** Eight events in the weeks after `now`, with registration open, at Bangkok times. */
export function sampleEvents(now: Date): SampleEvent[] {
  const at = (days: number, clock: string) => {
    const date = new Date(now.getTime() + days * day + 7 * 3_600_000).toISOString().slice(0, 10)
    return new Date(`${date}T${clock}:00+07:00`).toISOString()
  }
  /** On one day, or on several days in a row. */
  const when = (days: number, from: string, to: string, length = 1) => ({
    start_date_register: new Date(now.getTime() - 3_600_000).toISOString(),
    end_date_register: at(days, from),
    start_date_event: at(days, from),
    end_date_event: at(days + length - 1, to),
  })
  return events.map(({ days, from, to, length, attending, likes, comments = [], code, ...event }) => ({
    fields: { ...event, ...when(days, from, to, length) },
    attending,
    likes,
    comments,
    code,
  }))
}

type EventRow = Omit<
  EventFieldsInput,
  'start_date_register' | 'end_date_register' | 'start_date_event' | 'end_date_event'
> & { days: number; from: string; to: string; length?: number } & Pick<SampleEvent, 'attending' | 'likes'> &
  Partial<Pick<SampleEvent, 'comments' | 'code'>>

const events: EventRow[] = [
  {
    days: 40,
    from: '09:00',
    to: '17:30',
    length: 2,
    attending: 31,
    likes: 18,
    comments: [
      {
        by: 5,
        text: 'Is there a quiet room for the sprint, or should we bring headphones?',
        answer: 'Yes, two rooms on the second floor stay quiet.',
      },
      { by: 12, text: 'มาจากเชียงราย มีใครนั่งรถมาด้วยกันไหมครับ' },
    ],
    event_name: 'Chiang Mai Open Source Days',
    description: 'Two days of talks, hallway conversations and a sprint for everybody who builds or uses open source.',
    detailed_description: `## Who it is for

Maintainers, first-time contributors and people who run free software at work or at school.

## Programme

| Day | Morning | Afternoon |
|---|---|---|
| First | Talks from ten projects | Workshops in small groups |
| Second | Sprint: bring a laptop | What we finished, then dinner |

Most talks are in Thai with English slides.`,
    terms_and_conditions:
      'Be kind. Photographs may be taken in the main hall; ask for a *no photo* lanyard at the door.',
    category: 'CONFERENCE',
    tags: 'open source,software,community',
    address: 'Chiang Mai International Exhibition and Convention Centre, Chang Phueak, Chiang Mai 50300',
    latitude: 18.8354,
    longitude: 98.9666,
    ticket_types: [
      { name: 'Early Bird', note: 'For everybody who decides now', price: 390, capacity: 20 },
      { name: 'Regular', price: 490 },
      { name: 'Supporter', note: 'With a shirt and a seat in the front row', price: 990, capacity: 30 },
    ],
    expected_price: 490,
    payment_words: 'Cash or PromptPay at the registration desk, from 8:30 on.',
    max_attendee: 250,
    contact_email: 'opensource@example.com',
  },
  {
    days: 9,
    from: '13:00',
    to: '17:00',
    attending: 12,
    likes: 9,
    comments: [{ by: 3, text: 'ใช้กล้องฟิล์มได้ไหมคะ', answer: 'ได้เลยค่ะ ขอแค่มีฟิล์มสำรองสักม้วน' }],
    event_name: 'เวิร์กช็อปถ่ายภาพย่านตลาดน้อย',
    description: 'เดินถ่ายภาพตรอกซอกซอยเก่าแก่ริมเจ้าพระยากับช่างภาพสตรีท เรียนรู้แสง จังหวะ และการเล่าเรื่องด้วยภาพเดียว',
    detailed_description: `## สิ่งที่จะได้เรียนรู้

- มองหาแสงและเงาในซอยแคบ
- ขออนุญาตถ่ายภาพผู้คนอย่างสุภาพ
- เลือกภาพห้าภาพให้เล่าเรื่องเดียวกัน

## สิ่งที่ต้องเตรียม

กล้องหรือโทรศัพท์มือถือ รองเท้าที่เดินสบาย และน้ำดื่ม **พบกันหน้าศาลเจ้าโรงเกือก**`,
    category: 'WORKSHOP',
    tags: 'ถ่ายภาพ,กรุงเทพ,เดินเมือง',
    dress_code: 'OUTDOOR_BEACH_CASUAL',
    address: 'ศาลเจ้าโรงเกือก ถนนวานิช 2 แขวงตลาดน้อย เขตสัมพันธวงศ์ กรุงเทพฯ 10100',
    latitude: 13.7329,
    longitude: 100.5137,
    is_free: false,
    ticket_price: 350,
    expected_price: 350,
    code: { code: 'FRIENDS', percent: 20, capacity: 10 },
    payment_words: 'จ่ายเงินสดหรือพร้อมเพย์กับทีมงานก่อนเริ่มเดิน',
    max_attendee: 15,
    contact_phone: '0812345678',
  },
  {
    days: 5,
    from: '19:00',
    to: '20:30',
    attending: 24,
    likes: 14,
    comments: [
      {
        by: 20,
        text: 'I only know a little Python. Will I be able to follow?',
        answer: 'You will. The first half hour needs no JavaScript at all.',
      },
    ],
    event_name: 'First Steps with TypeScript',
    description: 'An evening online: from plain JavaScript to types that catch mistakes before your users do.',
    detailed_description: `Bring an editor and a little JavaScript. We type along:

1. Describe the data you already have
2. Let the compiler find the mistake
3. Narrow a value instead of casting it

\`\`\`ts
type Ticket = { number: string; usedAt: Date | null }
\`\`\`

The recording is sent to everybody who applied.`,
    category: 'SEMINAR',
    tags: 'typescript,programming,beginners',
    is_online: true,
    meeting_link: 'https://meet.example.com/typescript-first-steps',
    max_attendee: null,
  },
  {
    days: 16,
    from: '18:30',
    to: '22:00',
    attending: 34,
    likes: 22,
    comments: [
      { by: 8, text: 'ปีที่แล้วสนุกมาก ปีนี้พาคุณแม่มาด้วยค่ะ' },
      { by: 17, text: 'Can we bring a dog?', answer: 'Dogs on a leash are welcome on the lawn.' },
    ],
    event_name: 'ดนตรีในสวน: แจ๊สยามเย็น',
    description: 'ปูเสื่อฟังแจ๊สใต้ต้นจามจุรี วงเครื่องเป่าสิบสองชิ้นกับบทเพลงไทยเดิมที่เรียบเรียงใหม่ พาครอบครัวและเพื่อนมาได้เลย',
    detailed_description: `## กำหนดการ

- **18:30** ประตูเปิด ร้านอาหารท้องถิ่นเริ่มขาย
- **19:15** วงเปิด: นักดนตรีรุ่นใหม่จากโรงเรียนในย่าน
- **20:00** วงใหญ่ สองช่วง พักสิบห้านาที

นำเสื่อและกระติกน้ำมาเองได้ งดแก้วและพลาสติกใช้ครั้งเดียว หากฝนตกจะย้ายเข้าอาคารข้างสวน`,
    category: 'CONCERT',
    tags: 'ดนตรี,แจ๊ส,ครอบครัว,สวนสาธารณะ',
    address: 'สวนเบญจกิติ ถนนรัชดาภิเษก แขวงคลองเตย เขตคลองเตย กรุงเทพฯ 10110',
    latitude: 13.7292,
    longitude: 100.5583,
    max_party: 4,
    max_attendee: 400,
  },
  {
    days: 12,
    from: '18:00',
    to: '21:00',
    attending: 19,
    likes: 8,
    event_name: 'Founders and First Customers',
    description: 'Meet ten people who sold something new this year. Short stories, long breaks, no pitches.',
    detailed_description: `Ten founders tell in five minutes how they found their **first paying customer**: what they tried, what it cost, what they would leave out.

Between the stories you sit at tables of six that change twice, so that you leave knowing ten people rather than one.

> Come alone. Everybody does.`,
    terms_and_conditions: 'Places that are not cancelled a day before go to the waiting list at the door.',
    category: 'NETWORKING',
    tags: 'startup,business,meetup',
    dress_code: 'SMART_CASUAL',
    address: 'True Digital Park, 101 Sukhumvit Road, Bang Chak, Phra Khanong, Bangkok 10260',
    latitude: 13.6853,
    longitude: 100.6114,
    is_free: false,
    ticket_price: 200,
    expected_price: 200,
    max_attendee: 60,
    min_age_requirement: 20,
  },
  {
    days: 23,
    from: '05:30',
    to: '09:00',
    attending: 29,
    likes: 12,
    comments: [{ by: 26, text: 'รับเสื้อวันก่อนวิ่งได้ไหมครับ', answer: 'ได้ครับ รับได้ที่ลานพญานาคคู่ ตั้งแต่บ่ายสามถึงสองทุ่ม' }],
    event_name: 'วิ่งเช้าริมโขง 5 และ 10 กม.',
    description: 'วิ่งชมพระอาทิตย์ขึ้นริมแม่น้ำโขง ระยะ 5 และ 10 กิโลเมตร รายได้ทั้งหมดมอบให้ห้องสมุดโรงเรียนในจังหวัด',
    detailed_description: `## เส้นทาง

เริ่มและจบที่ลานพญานาค วิ่งเลียบแม่น้ำบนทางเรียบ มีจุดน้ำทุกสองกิโลเมตร

## ค่าสมัครรวม

- เสื้อผ้าฝ้ายทอมือจากกลุ่มแม่บ้านในอำเภอ
- เหรียญที่ระลึกและอาหารเช้า

ผู้มีอายุต่ำกว่า 15 ปีวิ่งระยะ 5 กิโลเมตรพร้อมผู้ปกครอง`,
    category: 'OTHER',
    tags: 'วิ่ง,สุขภาพ,การกุศล',
    dress_code: 'OUTDOOR_BEACH_CASUAL',
    address: 'ลานพญานาคคู่ ถนนริมโขง อำเภอเมืองหนองคาย หนองคาย 43000',
    latitude: 17.8835,
    longitude: 102.7466,
    is_free: false,
    ticket_price: 450,
    expected_price: 450,
    max_attendee: 800,
    min_age_requirement: 10,
  },
  {
    days: 30,
    from: '10:00',
    to: '16:00',
    attending: 16,
    likes: 13,
    comments: [
      {
        by: 30,
        text: 'I have a rice cooker that trips the fuse. Is that something you can look at?',
        answer: 'Bring it, and the plug too. That is a favourite of ours.',
      },
    ],
    event_name: 'Repair Café Bangkok',
    description: 'Bring what is broken: a fan, a shirt, a bicycle. Volunteers help you to repair it yourself.',
    detailed_description: `## How it works

1. Tell us at the desk what is wrong.
2. Sit down with a volunteer who knows such things.
3. Take it home working, or at least knowing why not.

**We can:** electrics up to 220 V, sewing, wood, bicycles, phones with screws.
**We cannot:** microwave ovens, anything with gas.

Coffee is free, and so are the repairs.`,
    category: 'OTHER',
    tags: 'repair,environment,community',
    address: 'Bangkok City Library, 39 Ratchadamnoen Klang Road, Phra Nakhon, Bangkok 10200',
    latitude: 13.7568,
    longitude: 100.4972,
    max_attendee: 80,
  },
  {
    days: 20,
    from: '14:00',
    to: '16:00',
    attending: 22,
    likes: 15,
    comments: [{ by: 14, text: 'ลูกสาวเจ็ดขวบอยากถามว่าทำไมดาวพลูโตไม่เป็นดาวเคราะห์แล้วคะ' }],
    event_name: 'สอบถามนักดาราศาสตร์ออนไลน์',
    description: 'พูดคุยสดกับนักดาราศาสตร์ไทยเรื่องฝนดาวตกและกล้องโทรทรรศน์ตัวแรก ถามได้ทุกคำถาม เด็ก ๆ ถามก่อน',
    detailed_description: `บรรยายสามสิบนาที แล้วเปิดให้ถามตอบเก้าสิบนาที

- ปีนี้จะเห็นฝนดาวตกชุดไหนชัดที่สุด และต้องไปดูที่ไหน
- เลือกกล้องตัวแรกอย่างไรให้ไม่เสียดายเงิน
- นักดาราศาสตร์ทำอะไรในวันที่ฟ้าปิด

ส่งคำถามล่วงหน้าได้ในช่องความคิดเห็นของหน้านี้`,
    category: 'SEMINAR',
    tags: 'ดาราศาสตร์,วิทยาศาสตร์,เด็ก',
    is_online: true,
    meeting_link: 'https://meet.example.com/ask-an-astronomer',
    max_attendee: 100,
  },
]
