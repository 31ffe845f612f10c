import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** How often an event's comments have changed, by viewer ID; `0` counts what everybody sees (docs/decisions/046). */
export type CommentVersions = Record<string, number>

export const commentVersions = (eventId: Sql): Sql => sql`
  (SELECT coalesce(jsonb_object_agg(v.user_id, v.version), '{}') FROM comment_versions v WHERE v.event_id = ${eventId})`

type Viewer = { userId: number | null; isModerator: boolean }

/** Whether the viewer sees what everybody sees: false for moderators and for authors of hidden comments. */
export function readsAsAll(versions: CommentVersions, { userId, isModerator }: Viewer): boolean {
  return !isModerator && (userId === null || !(userId in versions))
}

/** The version for one viewer, which increases with every change that they may see: moderators see all comments, and authors
 *  also their own hidden ones. */
export function versionFor(versions: CommentVersions, { userId, isModerator }: Viewer): number {
  if (isModerator) return Object.values(versions).reduce((sum, one) => sum + one, 0)
  return (versions[0] ?? 0) + (userId === null ? 0 : (versions[userId] ?? 0))
}
