import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { DraftField, DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import type { Applied } from './applied.ts'

interface AppliedNoteProps {
  applied: Applied | null
  /** The setting that the server refuses to change because of them. */
  about: DraftField
  note: (applied: Applied) => string | null
}

/** Says beside a setting what it means for those who have applied, with the way to them; the way alone where the server has
 *  just refused a change because of somebody who was not there when the form was opened. */
export function AppliedNote({ applied, about, note }: AppliedNoteProps) {
  const { formState } = useFormContext<DraftValues>()
  const words = applied && note(applied)
  const isRefused = formState.errors[about]?.type === 'refused'
  return applied && (words || isRefused) ? (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
      {words ? `${words} ` : ''}
      <Link
        to={paths.applicants(applied.eventId)}
        className="-my-2.5 inline-flex min-h-11 items-center rounded-sm font-medium underline underline-offset-4"
      >
        Show applicants
      </Link>
    </p>
  ) : null
}
