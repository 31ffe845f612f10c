import { type Sql, sql } from '#server/lib/postgres/database.ts'

/** How often an event's comments have changed, by viewer ID; `0` counts what everybody sees (docs/decisions/046). */
export type CommentVersions = Record<string, number>

export const commentVersions = (eventId: Sql): Sql => sql`
  (SELECT coalesce(jsonb_object_agg(v.user_id, v.version), '{}') FROM comment_versions v WHERE v.event_id = ${eventId})`

type Viewer = { userId: number | null; isOwner: boolean }

/** Whether the viewer sees what everybody sees: false for the owner and for authors of hidden comments. */
export function readsAsAll(versions: CommentVersions, { userId, isOwner }: Viewer): boolean {
  return !isOwner && (userId === null || !(userId in versions))
}

/** The version for one viewer, which increases with every change that they may see: the owner sees all comments, and authors
 *  also their own hidden ones. */
export function versionFor(versions: CommentVersions, { userId, isOwner }: Viewer): number {
  if (isOwner) return Object.values(versions).reduce((sum, one) => sum + one, 0)
  return (versions[0] ?? 0) + (userId === null ? 0 : (versions[userId] ?? 0))
}
