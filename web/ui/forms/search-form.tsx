import { Search } from 'lucide-react'
import type { ComponentProps, FormEvent } from 'react'
import { classes } from '#web/ui/display/classes.ts'

interface SearchFormProps extends ComponentProps<'input'> {
  /** The page that answers `?search=...`, also where no script runs. */
  action: string
  /** Called on Enter with what is typed. */
  onSearch: (text: string) => void
}

/** A box to search with; `className` is the form's, everything else the box's. */
export function SearchForm({ action, onSearch, className, ...box }: SearchFormProps) {
  function handleSubmit(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    onSearch(String(new FormData(submit.currentTarget).get('search')))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that people use.
    <form role="search" action={action} onSubmit={handleSubmit} className={classes('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-3 left-4 size-5 text-ink-soft" />
      <input
        type="search"
        name="search"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className="control rounded-full pl-12"
        {...box}
      />
    </form>
  )
}
