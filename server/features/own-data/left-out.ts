const yourNumber = 'It is the number of your account, which is in "account".'
const secret = 'It is a secret that identifies you, stored as a hash.'

/** Columns of exported tables that are in no section, with the reason shown to the person. */
export const columnsLeftOut: Record<string, Record<string, string>> = {
  users: { password_hash: secret },
  sessions: { user_id: yourNumber },
  login_networks: { user_id: yourNumber, network_hash: secret },
  email_links: { user_id: yourNumber, token_hash: secret },
  tickets: { user_id: yourNumber },
  payments: {
    seconds_left: 'It is how long you can still pay after a slip is refused. The ticket shows the deadline.',
  },
  ticket_feeds: {
    user_id: yourNumber,
    secret: 'It is a secret that opens your calendar: My Tickets shows it to you.',
  },
  check_ins: {
    device: 'It names the phone of the helper at the door.',
    door_link_id: 'It identifies the helper at the door.',
  },
  message_recipients: { user_id: yourNumber },
  event_messages: { client_key: 'It tells whether the same message is sent once more.' },
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
  event_drafts: { user_id: yourNumber, sent_hash: 'It shows whether the same draft is sent again.' },
  door_links: { secret_hash: secret },
  access_tokens: { user_id: yourNumber, token_hash: secret },
  webhooks: { user_id: yourNumber, secret: 'It is a secret by which your program verifies our messages.' },
}

/** Tables about people that are not exported, with the reason. */
export const tablesLeftOut: Record<string, string> = {
  unconfirmed_tickets: 'Confirmation mails that are about to be sent to you are listed for a few seconds.',
  sign_in_codes: 'Codes to sign in are deleted when they are used, or within an hour after they expire.',
  untold_events: 'New events about which your followers have not been mailed yet are listed for a short time.',
  webhook_messages: 'Messages sent to your webhooks name no person, and are deleted after thirty days.',
  event_news: 'The progress of mails about new events is deleted after a week.',
  comment_versions: 'Counts of changed comments, by which open pages notice changes.',
  published_drafts: 'It stores which draft became which of your events, so that none is published twice.',
  event_listings: 'The search index of lists repeats parts of the exported events.',
  private_listings: 'The search index of private events repeats parts of the exported events.',
  event_visits: 'Views of event pages are counted by day and source, without viewers.',
  search_words: 'The longer words of public events are counted without authors.',
  rendered_texts: 'The HTML of event texts is made from the exported texts.',
  rate_limits: 'Counts of attempts are deleted after a while, and are stored without names.',
  places: 'Places looked up on the map are stored without the person.',
}
