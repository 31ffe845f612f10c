import type { Applied } from '#web/features/organizing/applied/applied.ts'
import { QuestionsPart } from '#web/features/organizing/questions/questions-part.tsx'
import { DraftMarkdown } from './draft-markdown.tsx'
import { Payment } from './payment.tsx'
import { WhoGetsASeat } from './who-gets-a-seat.tsx'

/** `applied` is null for an event that nobody can have applied for, and where those who have are not known. */
export function Ticketing({ applied }: { applied: Applied | null }) {
  return (
    <div className="flex flex-col gap-6">
      <Payment applied={applied} />
      <WhoGetsASeat applied={applied} />
      <QuestionsPart />
      <DraftMarkdown name="terms_and_conditions" label="Terms & Conditions" rows={6} />
    </div>
  )
}
