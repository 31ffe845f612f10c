import { Search } from 'lucide'
import type { ComponentProps, FormEvent } from 'react'
import { Icon } from '#web/lib/icon.tsx'
import { classes } from '#web/ui/display/classes.ts'

interface SearchFormProps extends ComponentProps<'input'> {
  /** The page that handles `?search=...`, also without JavaScript. */
  action: string
  /** Called with the text on Enter. */
  onSearch: (text: string) => void
}

/** A search box. `className` goes to the form, all other props to the input. */
export function SearchForm({ action, onSearch, className, ...box }: SearchFormProps) {
  function handleSubmit(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    onSearch(String(new FormData(submit.currentTarget).get('search')))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers in use do not know <search>.
    <form role="search" action={action} onSubmit={handleSubmit} className={classes('relative', className)}>
      <Icon icon={Search} className="pointer-events-none absolute top-3 left-4 text-ink-soft" />
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
