const yourNumber = 'It is the number of your account, which is in "account".'
const secret = 'It is a secret that shows who you are, kept as a hash.'

/** Columns of exported tables that are in no section, with the reason shown to the person. */
export const columnsLeftOut: Record<string, Record<string, string>> = {
  users: { password_hash: secret },
  sessions: { user_id: yourNumber },
  login_networks: { user_id: yourNumber, network_hash: secret },
  email_links: { user_id: yourNumber, token_hash: secret },
  tickets: { user_id: yourNumber },
  payments: { seconds_left: 'It is how long you may still pay once a slip is decided: the ticket says until when.' },
  ticket_feeds: {
    user_id: yourNumber,
    secret: 'It is a secret that opens your calendar: My Tickets shows it to you.',
  },
  check_ins: {
    device: 'It names the device of whoever stood at the door.',
    door_link_id: 'It says who stood at the door.',
  },
  likes: { user_id: yourNumber },
  bookmarks: { user_id: yourNumber },
  follows: { user_id: yourNumber },
  opening_wishes: { user_id: yourNumber },
  event_guests: { user_id: yourNumber },
  comments: { user_id: yourNumber },
  comment_reports: { user_id: yourNumber },
  blocks: { owner_id: 'It is the number of your account, or of an organizer who is named.' },
  organizers: { user_id: yourNumber },
  events: { user_id: yourNumber },
  event_drafts: { user_id: yourNumber, sent_hash: 'It tells whether the same draft is sent once more.' },
  door_links: { secret_hash: secret },
  webhooks: { user_id: yourNumber, secret: 'It is a secret by which your program knows our messages.' },
}

/** Tables about people that are not exported, with the reason. */
export const tablesLeftOut: Record<string, string> = {
  unconfirmed_tickets: 'What you are still to be mailed about your applications is forgotten within seconds.',
  untold_events:
    'Which new events your followers are yet to be mailed about is known from the events, and soon forgotten.',
  webhook_messages: 'What your webhooks were sent names no person, and is forgotten after thirty days.',
  event_news: 'How far the mails about new events have come is forgotten a week later.',
  comment_versions: 'How often comments have changed is a count, by which open pages know that they are behind.',
  published_drafts: 'Which draft became which of your events is kept so that none is published twice.',
  event_listings: 'What lists and searches look for repeats parts of the events that are exported.',
  private_listings: 'What lists look for among private events repeats parts of the events that are exported.',
  event_visits: 'Views of event pages are counted by day and source, without saying who looked.',
  search_words: 'The longer words of public events are counted without saying whose they are.',
  rendered_texts: 'The texts of events as a browser shows them are made from the texts that are exported.',
  rate_limits: 'How often something was tried is forgotten after a while, and is kept under keys that name nobody.',
  places: 'What was looked up on the map is kept without who asked.',
}
