import { resolve } from 'node:path'
import type { Context } from '#server/lib/context.ts'
import { readSettings, type Settings } from '#server/lib/settings/settings.ts'
import {
  callOffEvent,
  deleteAccount,
  listOrganizers,
  type Question,
  resetPassword,
  setVerified,
  verifyEmail,
} from './accounts.ts'
import { backup } from './backup.ts'
import { examine } from './doctor/doctor.ts'
import { findInstallation, withProduct } from './installation.ts'
import { listMessages, listReports, setHidden, stopMessage } from './moderation.ts'
import { restore } from './restore.ts'

const usage = `What the operator does, while the server runs or not. Settings are the server's.

  npm run admin -- doctor                        checks everything that the server needs, and says what to fix
  npm run admin -- list-organizers
  npm run admin -- verify-organizer NAME|ID      show the verified mark on an organizer and their events, and allow links in
                                                 messages of their account's first day
  npm run admin -- unverify-organizer NAME|ID
  npm run admin -- reset-password USER           by username or email; shows a new password once
  npm run admin -- verify-email USER             for somebody whom the mail with the link does not reach, only if the
                                                 address is theirs
  npm run admin -- delete-account USER [--yes]   by username or email, on that person's request; without --yes it only
                                                 says what would happen
  npm run admin -- call-off-event ID [--yes]     as its organizer would; ticket holders are mailed
  npm run admin -- list-messages                 the newest messages from organizers to the people of their events
  npm run admin -- stop-message ID               nobody else gets it
  npm run admin -- list-reports                  comments that people reported, and why
  npm run admin -- hide-comment ID               from everybody but its author and the event's organizer
  npm run admin -- show-comment ID
  npm run admin -- backup FILE|FOLDER            database, pictures and keys in one zip file, while serving
  npm run admin -- restore FILE                  into a data folder without a database, or an empty DATABASE_URL`

interface Command {
  needs?: string
  /** It cannot be undone: without --yes it only says what would happen. */
  asks?: boolean
  run: (settings: Settings, argument: string, isSure: boolean) => Promise<string | Question>
}

/** A command that works on the product's database. */
const product =
  (work: (ctx: Context, argument: string, isSure: boolean) => Promise<string | Question>): Command['run'] =>
  (settings, argument, isSure) =>
    withProduct(settings, (ctx) => work(ctx, argument, isSure))

/** The commands by name. Each takes one argument if it needs one, and returns a report. */
const commands: Record<string, Command> = {
  'list-organizers': { run: product(listOrganizers) },
  'verify-organizer': {
    needs: "an organizer's name or id",
    run: product((ctx, name) => setVerified(ctx, name, true)),
  },
  'unverify-organizer': {
    needs: "an organizer's name or id",
    run: product((ctx, name) => setVerified(ctx, name, false)),
  },
  'reset-password': { needs: 'a username or email', run: product(resetPassword) },
  'verify-email': { needs: 'a username or email', run: product(verifyEmail) },
  'delete-account': { needs: 'a username or email', asks: true, run: product(deleteAccount) },
  'call-off-event': { needs: "an event's id", asks: true, run: product(callOffEvent) },
  'list-messages': { run: product(listMessages) },
  'stop-message': { needs: "a message's id", run: product(stopMessage) },
  'list-reports': { run: product(listReports) },
  'hide-comment': { needs: "a comment's id", run: product((ctx, id) => setHidden(ctx, id, true)) },
  'show-comment': { needs: "a comment's id", run: product((ctx, id) => setHidden(ctx, id, false)) },
  backup: {
    needs: 'a file or folder',
    run: async (settings, target) => {
      const { file, rows, pictures, missing } = await backup(settings, fromCaller(target))
      const lost = missing.length === 0 ? '' : `\nNot in the picture store: ${missing.join(', ')}`
      return `${rows} rows and ${pictures} picture files are in ${file}${lost}`
    },
  },
  restore: {
    needs: 'a file',
    run: async (settings, path) => {
      const { created_at, rows, pictures } = await restore(settings, fromCaller(path))
      return `${rows} rows and ${pictures} picture files of ${created_at} are restored.`
    },
  },
}

/** npm runs us in the package's folder; paths are relative to where npm was called. */
function fromCaller(path: string): string {
  const absolute = resolve(process.env.INIT_CWD ?? process.cwd(), path)
  return path.endsWith('/') ? `${absolute}/` : absolute
}

export interface Outcome {
  /** The shell's exit code: 0 done, 1 refused, 2 not understood. */
  code: number
  text: string
}

/** Runs the command after `npm run admin --`. */
export async function runCommand(words: string[], env: Record<string, string | undefined>): Promise<Outcome> {
  const { code, text } = await run(words, env)
  return { code, text: text.replace(unprintable, (character) => `\\u${hex(character)}`) }
}

/** User input or a forged backup must not control the operator's terminal: no cursor movement, no reversed text. */
const unprintable = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0')

async function run(words: string[], env: Record<string, string | undefined>): Promise<Outcome> {
  const [name = '', ...more] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const isSure = more.includes('--yes')
  const given = command?.asks ? more.filter((word) => word !== '--yes') : more
  const asksForHelp = words.length === 0 || name === 'help' || words.some((word) => ['--help', '-h'].includes(word))
  const isUnknown = (command === undefined && name !== 'doctor') || given.some((word) => word.startsWith('--'))
  if (asksForHelp || isUnknown) return { code: asksForHelp ? 0 : 2, text: usage }
  if (given.length > (command?.needs ? 1 : 0)) {
    const most = command?.needs ? `${command.needs}, in quotes if it has spaces, and nothing else` : 'nothing else'
    return { code: 2, text: `${name} takes ${most}.` }
  }
  if (command === undefined) {
    const { text, isFine } = await examine(env, findInstallation)
    return { code: isFine ? 0 : 1, text }
  }
  const argument = given[0]?.trim() ?? ''
  if (command.needs && argument === '') return { code: 2, text: `${name} needs ${command.needs}.\n\n${usage}` }
  try {
    const report = await command.run(readSettings(env), argument, isSure)
    return typeof report === 'string' ? { code: 0, text: report } : report
  } catch (error) {
    const { message, stack } = error as Error
    return { code: 1, text: (env.LOG_LEVEL === 'debug' ? stack : message) ?? String(error) }
  }
}
