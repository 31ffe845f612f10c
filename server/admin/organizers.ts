import {
  type ListedOrganizer,
  selectOrganizers,
  updateVerified,
} from '#server/features/organizers/organizers.repository.ts'
import type { Context } from '#server/lib/context.ts'

/** All organizers by name, one line each. */
export async function listOrganizers(ctx: Context): Promise<string> {
  const organizers = await selectOrganizers(ctx.db)
  if (organizers.length === 0) return 'There are no organizers yet.'
  const rows = [['ID', 'VERIFIED', 'EVENTS', 'TYPE', 'USERNAME', 'EMAIL', 'NAME'], ...organizers.map(cells)]
  const widths = rows.reduce((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), [] as number[])
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(organizer: ListedOrganizer): string[] {
  return [
    String(organizer.id),
    organizer.is_verified ? 'yes' : 'no',
    String(organizer.events),
    organizer.organization_type,
    organizer.username,
    organizer.email,
    organizer.organizer_name,
  ]
}

/** Sets an organizer's verified mark, by name or ID. It shows at once on everything that they have published. */
export async function setVerified(ctx: Context, organizer: string, isVerified: boolean): Promise<string> {
  const changed = await updateVerified(ctx.db, organizer, isVerified)
  if (changed === null) throw new Error(`There is no organizer "${organizer}". Run list-organizers to see all.`)
  return `${changed.organizer_name} (${changed.id}) is ${isVerified ? 'verified' : 'no longer verified'}.`
}
