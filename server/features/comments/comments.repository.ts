import type { Comment, CommentCursor, Reply } from '#contract/comments/comments.ts'
import type { EventRole } from '#contract/endpoint.ts'
import { shownPerson } from '#server/features/accounts/users.repository.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import { isReadableBy } from '#server/features/events/sql/event-conditions.sql.ts'
import { hasRole, roleOf } from '#server/features/team/team.repository.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The event of a comment, for one viewer. */
export interface CommentedEvent {
  event_id: number
  /** The viewer's role at it. */
  role: EventRole | null
  called_off_at: string | null
  end_date_event: string
  comments_closed_at: string | null
  /** The owner has blocked the viewer. */
  is_blocked: boolean
}

/** The event, for reading its comments. */
export interface ReadEvent extends CommentedEvent {
  /** Read before the comments, so that a change in between gets a higher version. */
  comment_versions: CommentVersions
}

/** One comment and its event. */
export interface FoundComment extends CommentedEvent {
  id: number
  user_id: number
  parent_id: number | null
  hidden_by: Comment['hidden_by']
}

/** A viewer of comments. Authors also see their own hidden ones, and moderators (owner and co-hosts) see all. `userId` is null for a visitor. */
export interface CommentViewer {
  userId: number | null
  isModerator: boolean
}

/** Which page of comments to read: the newest `limit`, or those after `cursor`. */
interface Page {
  limit: number
  cursor?: CommentCursor | undefined
}

const eventColumns = (viewer: Viewer) => sql`
  e.id AS event_id, ${roleOf(viewer)} AS role, e.called_off_at, e.end_date_event, e.comments_closed_at,
  EXISTS (SELECT FROM blocks b WHERE b.owner_id = e.user_id AND b.user_id = ${viewer.id}::integer) AS is_blocked`

/** Null if the event does not exist, or the viewer may not see it. */
export function selectReadEvent(db: Db, eventId: number, viewer: Viewer): Promise<ReadEvent | null> {
  return db.maybeOne(sql`
    SELECT ${eventColumns(viewer)}, ${commentVersions(sql`e.id`)} AS comment_versions
    FROM events e WHERE e.id = ${eventId} AND ${isReadableBy(viewer)}`)
}

/** Like `selectReadEvent`, locked against calling off, closing comments, editing and deletion until the transaction ends. */
export function holdCommentedEvent(db: Db, eventId: number, viewer: Viewer): Promise<CommentedEvent | null> {
  return db.maybeOne(sql`
    SELECT ${eventColumns(viewer)} FROM events e WHERE e.id = ${eventId} AND ${isReadableBy(viewer)} FOR SHARE OF e`)
}

/** Null if the comment does not exist, or the viewer may not see its event, its thread or itself. Authors always see their
 *  own. */
export function selectFoundComment(db: Db, id: number, viewer: Viewer): Promise<FoundComment | null> {
  return db.maybeOne(foundComment(id, viewer))
}

/** Like `selectFoundComment`, with its event locked as by `holdCommentedEvent` and the comment locked against changes until
 *  the transaction ends. */
export function holdFoundComment(db: Db, id: number, viewer: Viewer): Promise<FoundComment | null> {
  return db.maybeOne(sql`${foundComment(id, viewer)} FOR SHARE OF e FOR NO KEY UPDATE OF c`)
}

/** Like `selectFoundComment`, with the comment locked against deletion until the transaction ends. */
export function keepFoundComment(db: Db, id: number, viewer: Viewer): Promise<FoundComment | null> {
  return db.maybeOne(sql`${foundComment(id, viewer)} FOR KEY SHARE OF c`)
}

function foundComment(id: number, viewer: Viewer): Sql {
  return sql`
    SELECT c.id, c.user_id, c.parent_id, c.hidden_by, ${eventColumns(viewer)}
    FROM comments c JOIN events e ON e.id = c.event_id LEFT JOIN comments thread ON thread.id = c.parent_id
    WHERE c.id = ${id} AND ${isReadableBy(viewer)}
      AND (c.user_id = ${viewer.id}::integer OR ${hasRole(viewer, 'co_host')}
        OR (c.hidden_by IS NULL AND (thread.hidden_by IS NULL OR thread.user_id = ${viewer.id}::integer)))`
}

/** A page of the event's top-level comments, newest first, without their replies. */
export function selectThreads(db: Db, eventId: number, viewer: CommentViewer, page: Page): Promise<Comment[]> {
  return db.many(
    written(
      sql`
        SELECT * FROM comments c
        WHERE c.event_id = ${eventId} AND c.parent_id IS NULL AND ${isShown(sql`c`, viewer)} AND ${isAfter(page)}
        ORDER BY c.created_at DESC, c.id DESC LIMIT ${page.limit}`,
      viewer,
    ),
  )
}

/** The number of top-level comments on all pages. */
export async function countThreads(db: Db, eventId: number, viewer: CommentViewer): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM comments c
    WHERE c.event_id = ${eventId} AND c.parent_id IS NULL AND ${isShown(sql`c`, viewer)}`)
  return total
}

/** A page of the replies to each of these comments, newest first. */
export function selectReplies(db: Db, threadIds: number[], viewer: CommentViewer, page: Page): Promise<Reply[]> {
  return db.many(
    written(
      sql`
        SELECT reply.* FROM unnest(${threadIds}::integer[]) AS thread (id) CROSS JOIN LATERAL (
          SELECT * FROM comments c
          WHERE c.parent_id = thread.id AND ${isShown(sql`c`, viewer)} AND ${isAfter(page)}
          ORDER BY c.created_at DESC, c.id DESC LIMIT ${page.limit}) reply`,
      viewer,
    ),
  )
}

/** These comments, newest first, without their replies; the caller has checked that the viewer may see them. */
export function selectComments(db: Db, ids: number[], viewer: CommentViewer): Promise<Comment[]> {
  return db.many(written(sql`SELECT * FROM comments c WHERE c.id = ANY (${ids}::integer[])`, viewer))
}

/** The comments of `page` with their authors. The page is limited before anything is counted or joined. */
function written(page: Sql, viewer: CommentViewer): Sql {
  return sql`
    SELECT c.id, c.content, c.created_at, c.edited_at, c.parent_id, c.hidden_by,
           ${shownPerson} AS "user",
           CASE WHEN c.parent_id IS NULL THEN (
             SELECT count(*)::int FROM comments r WHERE r.parent_id = c.id AND ${isShown(sql`r`, viewer)}
           ) ELSE 0 END AS total_replies,
           '{}'::text[] AS replies
    FROM (${page}) c JOIN users u ON u.id = c.user_id
    ORDER BY c.created_at DESC, c.id DESC`
}

function isShown(comment: Sql, { userId, isModerator }: CommentViewer): Sql {
  if (isModerator) return sql`true`
  if (userId === null) return sql`${comment}.hidden_by IS NULL`
  return sql`(${comment}.hidden_by IS NULL OR ${comment}.user_id = ${userId})`
}

function isAfter({ cursor }: Page): Sql {
  return cursor ? sql`(c.created_at, c.id) < (${cursor.at}, ${cursor.id})` : sql`true`
}

interface NewComment {
  eventId: number
  userId: number
  parentId: number | null
  content: string
  /** The sender's own key of this comment (`client_key` of the contract); undefined if none was sent. */
  clientKey: string | undefined
}

/** Stores a comment and returns its ID; null if one with the user's key exists already. */
export async function insertComment(db: Db, comment: NewComment, now: Date): Promise<number | null> {
  const { eventId, userId, parentId, content, clientKey } = comment
  const inserted = await db.maybeOne<{ id: number }>(sql`
    INSERT INTO comments (event_id, user_id, parent_id, content, created_at, client_key)
    VALUES (${eventId}, ${userId}, ${parentId}, ${content}, ${now}, ${clientKey ?? null})
    ON CONFLICT (user_id, client_key) WHERE client_key IS NOT NULL DO NOTHING
    RETURNING id`)
  return inserted?.id ?? null
}

/** The ID of the comment with the user's key on this event; null if there is none. */
export async function selectWritten(
  db: Db,
  { eventId, userId, clientKey }: Pick<NewComment, 'eventId' | 'userId' | 'clientKey'>,
): Promise<number | null> {
  const found = await db.maybeOne<{ id: number }>(sql`
    SELECT id FROM comments
    WHERE user_id = ${userId} AND client_key = ${clientKey ?? null} AND event_id = ${eventId}`)
  return found?.id ?? null
}

export async function updateContent(db: Db, id: number, content: string, now: Date): Promise<void> {
  await db.run(sql`UPDATE comments SET content = ${content}, edited_at = ${now} WHERE id = ${id}`)
}

/** Deletes a comment with its replies. */
export async function deleteComment(db: Db, id: number): Promise<void> {
  await db.run(sql`DELETE FROM comments WHERE id = ${id}`)
}

/** Deletes all comments of a person, with the replies to them; returns their events. The person's own version counts are added
 *  to everybody's, so that no version decreases and no row names them. */
export async function deleteCommentsOf(db: Db, userId: number): Promise<number[]> {
  const deleted = await db.many<{ event_id: number }>(sql`
    DELETE FROM comments WHERE user_id = ${userId} RETURNING event_id`)
  await db.run(sql`
    WITH own AS (DELETE FROM comment_versions WHERE user_id = ${userId} RETURNING event_id, version)
    INSERT INTO comment_versions (event_id, user_id, version)
    SELECT event_id, 0, version FROM own ORDER BY event_id
    ON CONFLICT (event_id, user_id) DO UPDATE SET version = comment_versions.version + EXCLUDED.version`)
  return deleted.map(({ event_id }) => event_id)
}

/** Hides a comment, or shows it again; returns its event's ID, null if it no longer exists. */
export async function updateHidden(db: Db, id: number, hiddenBy: Comment['hidden_by']): Promise<number | null> {
  const changed = await db.maybeOne<{ event_id: number }>(sql`
    UPDATE comments SET hidden_by = ${hiddenBy} WHERE id = ${id} RETURNING event_id`)
  return changed?.event_id ?? null
}

/** How often an event's comments have changed, by viewer ID; `0` counts what everybody sees (docs/decisions/046). */
export type CommentVersions = Record<string, number>

export const commentVersions = (eventId: Sql): Sql => sql`
  (SELECT coalesce(jsonb_object_agg(v.user_id, v.version), '{}') FROM comment_versions v WHERE v.event_id = ${eventId})`

/** Whether the viewer sees what everybody sees: false for moderators and for authors of hidden comments. */
export function readsAsAll(versions: CommentVersions, { userId, isModerator }: CommentViewer): boolean {
  return !isModerator && (userId === null || !(userId in versions))
}

/** The version for one viewer, which increases with every change that they may see: moderators see all comments, and authors
 *  also their own hidden ones. */
export function versionFor(versions: CommentVersions, { userId, isModerator }: CommentViewer): number {
  if (isModerator) return Object.values(versions).reduce((sum, one) => sum + one, 0)
  return (versions[0] ?? 0) + (userId === null ? 0 : (versions[userId] ?? 0))
}
