import { expect, test } from 'vitest'
import { startApp } from '#server/testing/app.ts'
import { addComment, readComments } from '#server/testing/comments.ts'
import { runCommand } from './commands.ts'

test('the operator lists reports with their reasons, and hides a comment for good', async () => {
  const { as, visitor, ctx, db, addEvent, addUser } = await startApp()
  const event = await addEvent({ event_name: 'Moonlight' })
  const [author, reporter] = [await addUser(), await addUser()]
  const comment = await addComment(as(author), event.id, 'rude\nwords')
  await as(reporter).post(`/api/comments/${comment.id}/report`, { reason: 'an\ninsult' })
  const env = {
    TOKEN_SECRET: ctx.tokenSecret,
    DATABASE_URL: String(db.pool.options.connectionString),
    DATA_DIR: ctx.settings.DATA_DIR,
  }
  const admin = (...words: string[]) => runCommand(words, env)
  const heading = `Comment ${comment.id} by ${author.username} on Moonlight (event ${event.id})`
  const lines = `  > rude\n  > words\n  reported by ${reporter.username}: an insult`

  expect((await admin('list-reports')).text).toBe(`${heading}: open, 2026-11-21T03:00:00.000Z\n${lines}`)
  await as(event.owner).delete(`/api/comments/${comment.id}/reports`)
  expect((await admin('list-reports')).text).toContain(`${heading}: dismissed by the organizer`)

  const hidden = await admin('hide-comment', String(comment.id))

  expect(hidden).toEqual({ code: 0, text: `Comment ${comment.id} by ${author.username} is hidden.` })
  expect((await admin('list-reports')).text).toBe('No comment is reported.')
  expect(await readComments(visitor, event.id)).toEqual([])
  expect((await readComments(as(author), event.id))[0]?.hidden_by).toBe('operator')
  for (const wanted of [true, false]) {
    const refused = await as(event.owner).put(`/api/comments/${comment.id}/hidden`, { hidden: wanted })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'hidden_by_operator'])
  }

  expect((await admin('show-comment', String(comment.id))).code).toBe(0)
  expect(await readComments(visitor, event.id)).toHaveLength(1)
  for (const id of ['999', 'x', '0']) expect((await admin('hide-comment', id)).code).toBe(1)
})
