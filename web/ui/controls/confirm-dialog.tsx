import { QuestionDialog, type QuestionDialogProps } from './question-dialog.tsx'

/** Asks once before something is deleted or given up; the content says what will be lost. */
export function ConfirmDialog({ children, ...question }: Omit<QuestionDialogProps, 'danger'>) {
  return (
    <QuestionDialog {...question} danger>
      <div className="text-ink-soft wrap-anywhere [&>p+p]:mt-2">{children}</div>
    </QuestionDialog>
  )
}
