import type { ApplicationState } from '#contract/events/application.ts'
import type { GivenAnswer, Question } from '#contract/questions/questions.ts'
import { type Db, type Sql, sql } from '#server/lib/postgres/database.ts'

/** The answers of application `t`, an empty list where it has none. */
export const answersOf: Sql = sql`
  coalesce((SELECT w.answers FROM application_answers w WHERE w.ticket_id = t.id), '[]'::jsonb)`

/** Writes the answers of applications that have none yet, with as many lists as applications. */
export async function insertAnswers(db: Db, written: { id: number; answers: GivenAnswer[] }[]): Promise<void> {
  if (written.length === 0) return
  await db.run(sql`
    INSERT INTO application_answers (ticket_id, answers)
    SELECT * FROM unnest(${written.map(({ id }) => id)}::integer[],
                         ${written.map(({ answers }) => JSON.stringify(answers))}::text[]::jsonb[])`)
}

/** Puts these in the place of the application's answers. */
export async function updateAnswers(db: Db, ticketId: number, answers: GivenAnswer[]): Promise<void> {
  await db.run(sql`
    INSERT INTO application_answers (ticket_id, answers) VALUES (${ticketId}, ${JSON.stringify(answers)})
    ON CONFLICT (ticket_id) DO UPDATE SET answers = excluded.answers`)
}

/** An application with the questions of its event, and what decides whether the answers may be changed. */
export interface AnsweredTicket {
  status: ApplicationState
  end_date_register: string
  questions: Question[]
  answers: GivenAnswer[]
}

/** The holder's application, held until the transaction ends; null where it is not theirs. */
export function lockAnswered(db: Db, id: number, holderId: number): Promise<AnsweredTicket | null> {
  return db.maybeOne(sql`
    SELECT t.status, e.end_date_register, e.questions, ${answersOf} AS answers
    FROM tickets t JOIN events e ON e.id = t.event_id
    WHERE t.id = ${id} AND t.user_id = ${holderId}
    FOR NO KEY UPDATE OF t`)
}

/** Forgets what a person has answered. Call it while their applications are locked, and still theirs. */
export async function deleteAnswersOf(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    DELETE FROM application_answers w USING tickets t WHERE t.id = w.ticket_id AND t.user_id = ${userId}`)
}
