import { Monitor, Moon, Sun } from 'lucide'
import { useId } from 'react'
import * as m from '#messages/shell.json'
import { Icon } from '#web/lib/icon.tsx'
import { useScheme } from '#web/lib/session/theme.ts'
import { classes } from '#web/ui/display/classes.ts'

const choices = [
  { id: 'system', label: m.system, icon: Monitor },
  { id: 'light', label: m.light, icon: Sun },
  { id: 'dark', label: m.dark, icon: Moon },
] as const

/** Light or dark, stored in this browser only. */
export function SchemeSwitch() {
  const { scheme, chooseScheme } = useScheme()
  const name = useId()
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap rounded-lg border border-line bg-card">
      <legend className="sr-only">{m.appearance}</legend>
      {choices.map(({ id, label, icon }) => (
        <label
          key={id}
          className={classes(
            'flex min-h-11 items-center gap-1.5 rounded-lg px-3.5 has-focus-visible:outline-3 has-focus-visible:outline-accent',
            id === scheme ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={id === scheme}
            onChange={() => chooseScheme(id)}
            className="sr-only"
          />
          <Icon icon={icon} className="size-4" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
