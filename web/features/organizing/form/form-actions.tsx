import { type TabId, tabBeside } from '#web/features/organizing/draft/draft-tabs.ts'
import { savedWords } from '#web/features/organizing/draft/saved-words.ts'
import { clockNow } from '#web/lib/clock.ts'
import { Button } from '#web/ui/controls/button.tsx'

interface FormActionsProps {
  tab: TabId
  onBack: (to: TabId) => void
  onNext: (to: TabId) => void
  submit: { submit: string; busy: string; isBusy: boolean }
  /** Undefined where the form has no drafts; `savedAt` null until it is saved. */
  saving: { savedAt: string | null; isBusy: boolean; onSave: () => void } | undefined
}

/** The buttons below every tab of the form. */
export function FormActions({ tab, onBack, onNext, submit, saving }: FormActionsProps) {
  const before = tabBeside(tab, -1)
  const after = tabBeside(tab, 1)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4 sm:pt-6">
      {before ? (
        <Button variant="secondary" className="max-sm:flex-1" onClick={() => onBack(before.id)}>
          Back
        </Button>
      ) : null}
      {after ? (
        <Button className="max-sm:flex-1" onClick={() => onNext(after.id)}>
          Next
        </Button>
      ) : null}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-3 max-sm:w-full">
        {saving ? (
          <>
            <p role="status" className="figures text-sm text-ink-soft empty:hidden max-sm:w-full">
              {saving.savedAt === null ? null : savedWords(saving.savedAt, clockNow())}
            </p>
            <Button
              variant="secondary"
              className="max-sm:flex-auto max-sm:px-3"
              busy={saving.isBusy ? 'Saving...' : false}
              unavailable={submit.isBusy}
              onClick={saving.onSave}
            >
              Save as draft
            </Button>
          </>
        ) : null}
        <Button
          type="submit"
          variant={after ? 'secondary' : 'primary'}
          busy={submit.isBusy ? submit.busy : false}
          unavailable={saving?.isBusy ?? false}
          className="max-sm:flex-auto max-sm:px-3"
        >
          {submit.submit}
        </Button>
      </div>
    </div>
  )
}
