import { ChevronDown } from 'lucide'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { Icon } from '#web/lib/icon.tsx'
import { Menu, MenuButton } from '#web/ui/controls/menu.tsx'
import { classes } from '#web/ui/display/classes.ts'

interface FilterMenuProps<Option extends string> {
  label: string
  options: readonly Option[]
  names: Record<Option, string>
  chosen: Option | null
  /** The number of events of an option. */
  count?: ((option: Option) => number) | undefined
  /** Null clears the choice. */
  onChoose: (option: Option | null) => void
}

/** A menu with at most one chosen option. */
export function FilterMenu<Option extends string>({
  label,
  options,
  names,
  chosen,
  count,
  onChoose,
}: FilterMenuProps<Option>) {
  return (
    <Menu
      label={chosen ? `${label}: ${names[chosen]}` : label}
      trigger={
        <>
          {chosen ? names[chosen] : label}
          <Icon icon={ChevronDown} className="size-4 shrink-0" />
        </>
      }
      triggerClassName={classes(
        'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-2.5 whitespace-nowrap sm:px-4 transition hover:border-accent',
        chosen ? 'border-accent bg-accent-soft font-medium text-accent-ink' : 'border-line bg-card',
      )}
    >
      {options.map((option) => (
        <MenuButton
          key={option}
          checked={option === chosen}
          onClick={() => onChoose(option === chosen ? null : option)}
        >
          {names[option]}
          {count ? <span className="figures ml-auto pl-4 text-ink-soft">{formatNumber(count(option))}</span> : null}
        </MenuButton>
      ))}
    </Menu>
  )
}
