// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source text
/** A fault put into the source by hand, and the check that must report it. */
export interface Mutation {
  /** The promise of docs/holds.md that it breaks. */
  promise: string
  fault: string
  /** Source text that occurs once in contract/, server/ or web/ (ignoring differences in white space), and its replacement. */
  edits: [find: string, replace: string][]
  /** A test file's name without its folder, or text in test files; or `faults <name>` for a fault of lab/faults. */
  reportedBy: string
  /** Runs only tests whose title matches, in slow files. */
  titled?: string
}

/** One for each promise of docs/holds.md. */
export const mutations: Mutation[] = [
  {
    promise: 'R1',
    fault: 'seats given earlier in the same batch are not counted',
    edits: [['if (holdsSeat(status)) seats.taken += size', '']],
    reportedBy: 'tickets.test.ts',
  },
  {
    promise: 'R2',
    fault: 'a person may apply again unless the ticket is used',
    edits: [
      [
        "u.id AND t.status <> 'CANCELLED' AND t.party_of IS NULL) AS",
        "u.id AND t.status = 'USED' AND t.party_of IS NULL) AS",
      ],
    ],
    reportedBy: 'tickets.test.ts',
  },
  {
    promise: 'R3',
    fault: 'a cancelled ticket does not give its seat back',
    edits: [['addTaken(tx, eventId, -seats, -waited.length),', 'addTaken(tx, eventId, 0, -waited.length),']],
    reportedBy: 'admission-races.long.test.ts',
  },
  {
    promise: 'R4',
    fault: 'the capacity may be lowered to one below the seats held',
    edits: [['capacity < seats.taken) throw', 'capacity < seats.taken - 1) throw']],
    reportedBy: 'capacity_below_held',
  },
  {
    promise: 'R5',
    fault: 'two simultaneous organizer applications of a user give a 500',
    edits: [["if (violates(error, 'organizers_user_id_key')) throw new AppError('already_organizer')", '']],
    reportedBy: 'organizers.test.ts',
  },
  {
    promise: 'R6',
    fault: 'the seats of an event are not locked',
    edits: [
      [
        'WHERE event_id = ANY (${eventIds}::integer[]) ORDER BY event_id FOR UPDATE',
        'WHERE event_id = ANY (${eventIds}::integer[]) ORDER BY event_id',
      ],
    ],
    reportedBy: 'admission-races.long.test.ts',
  },
  {
    promise: 'R7',
    fault: 'the response is sent before the transaction commits',
    edits: [
      [
        "const { command } = await client.query('COMMIT')",
        "const command: string = 'COMMIT'\n      await client.query('SAVEPOINT answered')\n      setTimeout(() => client.query('COMMIT').finally(() => client.release()), 100)\n      if (command) return result",
      ],
      ['client.release(broken)', 'if (broken) client.release(true)'],
    ],
    reportedBy: 'killed-in-a-rush.program.test.ts',
  },
  {
    promise: 'R8',
    fault: 'the database runs without fsync',
    edits: [["max_wal_size: '512MB',", "max_wal_size: '512MB', fsync: 'off', synchronous_commit: 'off',"]],
    reportedBy: 'faults power-cut',
  },
  {
    promise: 'R9',
    fault: 'the lock on a data folder is always taken',
    edits: [["'SELECT pg_try_advisory_lock($1) AS taken'", "'SELECT $1::bigint > 0 AS taken'"]],
    reportedBy: 'embedded-postgres.program.test.ts',
    titled: 'second start',
  },
  {
    promise: 'R10',
    fault: "the cache of visitors' responses has no limit",
    edits: [['max: maxEntries, maxSize: maxBytes,', 'max: 1_000_000,\n    maxSize: 100 * maxBytes,']],
    reportedBy: 'shared-answers.pure.test.ts',
  },
  {
    promise: 'R11',
    fault: 'a killed first start counts as finished',
    edits: [
      [
        'if (existsSync(unfinished)) await removeSamples(ctx)',
        'void removeSamples\n  if (existsSync(unfinished)) return',
      ],
    ],
    reportedBy: 'main.program.test.ts',
    titled: 'interrupted by a kill',
  },
  {
    promise: 'R12',
    fault: 'a call returns a refusal that its description does not list',
    edits: [
      [
        "refusals: ['account_exists', 'username_taken', 'sign_in_busy'],",
        "refusals: ['username_taken', 'sign_in_busy'],",
      ],
    ],
    reportedBy: 'sign-in.test.ts',
  },
  {
    promise: 'R13',
    fault: 'a price has no upper bound',
    edits: [['.max(limits.price, { error: m.priceTooHigh, abort: true })', '']],
    reportedBy: 'This price is too high.',
  },
  {
    promise: 'R14',
    fault: 'bodies may be nested a thousand deep',
    edits: [['const deepest = 10', 'const deepest = 1_000']],
    reportedBy: 'api.test.ts',
  },
  {
    promise: 'R15',
    fault: 'refusals are not sent as JSON',
    edits: [
      [
        ".header('content-type', 'application/json; charset=utf-8') .send",
        ".header('content-type', 'text/plain; charset=utf-8').send",
      ],
    ],
    reportedBy: 'api.test.ts',
  },
  {
    promise: 'R16',
    fault: 'any number of passwords may wait to be hashed',
    edits: [['new Gate(atOnce, 100,', 'new Gate(atOnce, 1_000_000,']],
    reportedBy: 'passwords.pure.test.ts',
  },
  {
    promise: 'R17',
    fault: 'a common password is accepted in capitals',
    edits: [['.has(password.toLowerCase())', '.has(password)']],
    reportedBy: 'sign-in.test.ts',
  },
  {
    promise: 'R18',
    fault: 'a token never expires',
    edits: [['Number(claims.exp) > now.getTime() / 1000', 'Number(claims.exp) > 0']],
    reportedBy: 'sessions.test.ts',
  },
  {
    promise: 'R19',
    fault: 'a replaced refresh token works forever',
    edits: [['&& sinceRotation <= graceMs)', '&& sinceRotation > -1)']],
    reportedBy: 'sessions.test.ts',
  },
  {
    promise: 'R20',
    fault: 'an ended session continues',
    edits: [['WHERE s.id = ANY (${ids}::uuid[]) AND s.ended_at IS NULL AND', 'WHERE s.id = ANY (${ids}::uuid[]) AND']],
    reportedBy: '/api/users/sessions/end-others',
  },
  {
    promise: 'R21',
    fault: 'a link to verify an email works for two days',
    edits: [['verify: 24 * hour', 'verify: 48 * hour']],
    reportedBy: 'email-links.test.ts',
  },
  {
    promise: 'R22',
    fault: 'an email unverified by Google counts as verified',
    edits: [
      ['email_verified: payload.email_verified === true ||', 'email_verified: payload.email_verified !== true ||'],
    ],
    reportedBy: 'google.test.ts',
  },
  {
    promise: 'R23',
    fault: "anybody may list a person's tickets",
    edits: [["if (userId !== user.id) throw new AppError('not_your_tickets')", '']],
    reportedBy: 'rights.long.test.ts',
  },
  {
    promise: 'R24',
    fault: 'a blocked person may apply',
    edits: [['AND b.user_id = u.id) AS is_blocked', 'AND b.user_id = -u.id) AS is_blocked']],
    reportedBy: 'blocks.test.ts',
  },
  {
    promise: 'R25',
    fault: 'an organizer gets the logo that the request names',
    edits: [
      [
        'organization_type: OrganizationType, }) export type OrganizerApplication',
        'organization_type: OrganizationType,\n}).loose()\nexport type OrganizerApplication',
      ],
      [
        'organizer_name, email, organization_type) VALUES (${userId},',
        'organizer_name, email, organization_type, logo) VALUES (${userId},',
      ],
      [
        '${application.organization_type})',
        '${application.organization_type}, ${(application as never as { logo: string }).logo})',
      ],
    ],
    reportedBy: 'rights.long.test.ts',
  },
  {
    promise: 'R26',
    fault: 'the content of an uploaded picture may be of any type',
    edits: [['await checkHead(content)', 'void checkHead']],
    reportedBy: 'pictures.test.ts',
  },
  {
    promise: 'R27',
    fault: 'the bytes of uploads are not counted',
    edits: [["await ctx.limits.consume('upload_bytes', String(user.id), upload.content.length)", '']],
    reportedBy: 'pictures.test.ts',
  },
  {
    promise: 'R28',
    fault: 'HTML in Markdown is rendered',
    edits: [['new MarkdownIt({ html: false,', 'new MarkdownIt({ html: true,']],
    reportedBy: 'rendering.test.ts',
  },
  {
    promise: 'R29',
    fault: 'the picture store may send the server to another address',
    edits: [["redirect: 'manual', ...more", "redirect: 'follow', ...more"]],
    reportedBy: 's3.test.ts',
  },
  {
    promise: 'R30',
    fault: 'wrong passwords for an account are not bounded',
    edits: [["await ctx.limits.refuseSpent('login_account', accountHere)", '']],
    reportedBy: 'sign-in.test.ts',
  },
  {
    promise: 'R31',
    fault: 'requesting a link reveals whether the email has an account',
    edits: [
      [
        "await addJob(tx, 'mail_link',",
        "if ((await selectRecipient(tx, request.email)) === null) throw new AppError('not_found')\n  await addJob(tx, 'mail_link',",
      ],
    ],
    reportedBy: 'email-links.test.ts',
  },
  {
    promise: 'R32',
    fault: 'one address gets any number of mailed links',
    edits: [
      ["&& isFirstAttempt && !(await ctx.limits.allows('mail_recipient', recipient))) return", '&& false) return'],
    ],
    reportedBy: 'email-links.test.ts',
  },
  {
    promise: 'R33',
    fault: 'a comment shows the email address of its author',
    edits: [
      [
        "'username', ${shownUsername}, 'name', trim(u.first_name || ' ' || u.last_name),",
        "'username', ${shownUsername}, 'name', u.email,",
      ],
    ],
    reportedBy: 'privacy.long.test.ts',
  },
  {
    promise: 'R34',
    fault: 'strangers may follow a private event',
    edits: [
      [
        "if (!reading?.is_allowed) throw new AppError('event_not_found')",
        "if (!reading) throw new AppError('event_not_found')",
      ],
    ],
    reportedBy: 'live-rights.test.ts',
  },
  {
    promise: 'R35',
    fault: 'the log holds email addresses',
    edits: [['process.stdout.write(withoutAddresses(line))', 'process.stdout.write(line || withoutAddresses(line))']],
    reportedBy: 'api-log.test.ts',
  },
  {
    promise: 'R36',
    fault: 'pages take inline styles',
    edits: [[`["style-src 'self'",`, `["style-src 'self' 'unsafe-inline'",`]],
    reportedBy: 'page-security.pure.test.ts',
  },
  {
    promise: 'R37',
    fault: 'an unreachable database gives a 500',
    edits: [["if (statusCode === undefined && isUnreachable(error)) return new AppError('unavailable')", '']],
    reportedBy: 'api.test.ts',
  },
  {
    promise: 'R37, disk',
    fault: 'a full disk does not stop writing',
    edits: [["if (isFull) throw new AppError('unavailable')", '']],
    reportedBy: 'overload-disk.test.ts',
  },
  {
    promise: 'clock',
    fault: 'a limit lasts longer if the clock was ahead',
    edits: [['msLeft > seconds * 1000 + clocksApart', 'msLeft > Number.POSITIVE_INFINITY + clocksApart']],
    reportedBy: 'counters.test.ts',
  },
  {
    promise: 'R38',
    fault: 'mails are dropped while the mail server is down',
    edits: [
      ["return responseCode === 421 || codes.includes(code ?? '')", 'return responseCode === 421 && codes.length < 0'],
    ],
    reportedBy: 'mail.test.ts',
  },
  {
    promise: 'R39',
    fault: 'a backup does not read all tables as of one moment',
    edits: [["'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'", "'BEGIN READ ONLY'"]],
    reportedBy: 'admin.long.test.ts',
  },
  {
    promise: 'R40',
    fault: 'a stopping process still accepts calls',
    edits: [['const isRefused = isStopping || (', 'const isRefused = (!isStopping && ']],
    reportedBy: 'overload.test.ts',
  },
]
