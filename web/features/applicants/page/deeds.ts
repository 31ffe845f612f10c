import { approveApplications, type Decided, markPaid, refuseApplications } from '#contract/tickets/applicants.ts'
import { call } from '#web/lib/api/call.ts'
import type { DeedName } from './next-step.ts'

interface Sent {
  applications: number[]
  word: string
  /** Only as many as there are seats, first who applied first. */
  first: boolean
}

interface Deed {
  label: string
  /** The question before it is done. */
  ask: (people: number) => string
  /** What it means for them. */
  meaning: (people: number) => string
  busy: string
  done: (people: number) => string
  failure: string
  /** Whether a word to the applicants goes with it. */
  takesWord: boolean
  send: (eventId: number, sent: Sent) => Promise<Decided>
}

const number = new Intl.NumberFormat('en-US')

export const deeds: Record<DeedName, Deed> = {
  approve: {
    label: 'Approve',
    ask: (people) => (people === 1 ? 'Approve this application?' : `Approve ${number.format(people)} applications?`),
    meaning: (people) =>
      people === 1 ? 'They get a seat, and are told by email.' : 'Each of them gets a seat, and is told by email.',
    busy: 'Approving...',
    done: (people) =>
      people === 1 ? '1 application was approved.' : `${number.format(people)} applications were approved.`,
    failure: 'This could not be approved. Please try again.',
    takesWord: true,
    send: (eventId, body) => call(approveApplications, { params: { eventId }, body }),
  },
  paid: {
    label: 'Mark as paid',
    ask: (people) =>
      people === 1 ? 'Mark this application as paid?' : `Mark ${number.format(people)} applications as paid?`,
    meaning: (people) =>
      people === 1
        ? 'You have seen the money. They get a ticket, and are told by email.'
        : 'You have seen the money. Each of them gets a ticket, and is told by email.',
    busy: 'Marking...',
    done: (people) =>
      people === 1 ? '1 application was marked as paid.' : `${number.format(people)} applications were marked as paid.`,
    failure: 'This could not be marked as paid. Please try again.',
    takesWord: false,
    send: (eventId, { applications }) => call(markPaid, { params: { eventId }, body: { applications } }),
  },
  refuse: {
    label: 'Refuse',
    ask: (people) => (people === 1 ? 'Refuse this application?' : `Refuse ${number.format(people)} applications?`),
    meaning: (people) =>
      people === 1
        ? 'This cannot be undone, and they are told by email. They may apply again.'
        : 'This cannot be undone, and each of them is told by email. They may apply again.',
    busy: 'Refusing...',
    done: (people) =>
      people === 1 ? '1 application was refused.' : `${number.format(people)} applications were refused.`,
    failure: 'This could not be refused. Please try again.',
    takesWord: true,
    send: (eventId, { applications, word }) =>
      call(refuseApplications, { params: { eventId }, body: { applications, word } }),
  },
}
