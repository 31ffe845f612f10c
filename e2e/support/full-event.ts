import type { FormTexts } from './event-form.ts'

const year = new Date().getFullYear() + 1

/** An event in person with every field of the form filled; image and tags are separate. */
export function fullEvent(event_name: string): FormTexts {
  return {
    'Basic Details': {
      'Event Name': event_name,
      'Short Description': 'ค่ำคืนของคนเขียนโปรแกรม สองหัวข้อ แล้วทานอาหารร่วมกัน',
      'Detailed Description': '## กำหนดการ\n\n- **18:30** ลงทะเบียน\n- 19:00 เริ่มงาน',
      Category: 'Workshop',
      'Dress Code': 'Smart casual',
      Visibility: 'Private',
      'Allowed Email Domains': 'ku.th,example.com',
    },
    Location: { 'Online event': false, 'Place to be announced': false, Address: 'ชั้น 5 อาคารเอ ถนนพหลโยธิน กรุงเทพฯ' },
    'Date & Time': {
      'Registration Opening': `${year}-01-05T09:00`,
      'Registration Closing': `${year}-03-13T20:00`,
      'Event Start': `${year}-03-14T18:30`,
      'Event End': `${year}-03-14T21:15`,
    },
    Ticketing: {
      'Free event': false,
      'Ticket Price (฿)': '1250.5',
      'Expected Price (฿)': '1500',
      'PromptPay Receiver': '0812345678',
      'Pay to': 'Anong Boonmee',
      'Time to Pay': '2 hours',
      'Maximum Attendees': '40',
      'Minimum Age': '18',
      'Approve each applicant': false,
      'Waiting list': false,
      'Terms & Conditions': 'No refunds. **Bring your ID.**',
    },
    'Contact & Social': {
      'Contact Email': 'ask@example.com',
      'Contact Phone': '02-123-4567',
      Website: 'https://example.com/event',
      Facebook: 'https://www.facebook.com/ruam',
      Twitter: 'https://twitter.com/ruam',
      Instagram: 'https://www.instagram.com/ruam',
      'Other Links': 'https://meetup.com/ruam,https://youtu.be/abc',
    },
  }
}

/** The texts on its page, by section. */
export const fullEventPage: Record<string, string[]> = {
  'About the Event': ['กำหนดการ', '18:30', 'javascript', 'ไทย'],
  'Terms & Conditions': ['No refunds.', 'Bring your ID.'],
  Location: ['ชั้น 5 อาคารเอ ถนนพหลโยธิน กรุงเทพฯ'],
  'Date & Time': [`Mar 14, ${year}, 6:30 PM`, `Mar 14, ${year}, 9:15 PM`],
  'Dress Code': ['Smart casual'],
  'Registration Details': ['1,250.50฿', 'Limited to 40 attendees', `Mar 13, ${year}, 8:00 PM`, 'Minimum age18'],
  'Contact Information': ['ask@example.com', '02-123-4567'],
  'Social Media': ['Website', 'Facebook', 'Twitter', 'Instagram', 'meetup.com', 'youtu.be'],
}

/** The addresses of the links on its page, by name. */
export const fullEventLinks: Record<string, string> = {
  'ask@example.com': 'mailto:ask@example.com',
  '02-123-4567': 'tel:021234567',
  Website: 'https://example.com/event',
  Facebook: 'https://www.facebook.com/ruam',
  Twitter: 'https://twitter.com/ruam',
  Instagram: 'https://www.instagram.com/ruam',
  'meetup.com': 'https://meetup.com/ruam',
  'youtu.be': 'https://youtu.be/abc',
}

/** The same event with another value in every field. */
export function otherEvent(event_name: string): FormTexts {
  return {
    'Basic Details': {
      'Event Name': event_name,
      'Short Description': 'A morning of chamber music.',
      'Detailed Description': 'Two quartets, one break.',
      Category: 'Concert',
      'Dress Code': 'Formal',
      Visibility: 'Public',
    },
    Location: { 'Online event': true, 'Meeting Link': 'https://meet.example.com/room' },
    'Date & Time': {
      'Registration Opening': `${year}-02-01T08:00`,
      'Registration Closing': `${year}-05-01T08:00`,
      'Event Start': `${year}-05-02T09:00`,
      'Event End': `${year}-05-02T11:00`,
    },
    Ticketing: {
      'Free event': true,
      'Maximum Attendees': '',
      'Minimum Age': '0',
      'Approve each applicant': true,
      'Terms & Conditions': '',
    },
    'Contact & Social': {
      'Contact Email': '',
      'Contact Phone': '0812345678',
      Website: '',
      Facebook: '',
      Twitter: '',
      Instagram: '',
      'Other Links': '',
    },
  }
}
