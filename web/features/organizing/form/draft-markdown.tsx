import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { DraftInput } from './draft-input.tsx'
import { MarkdownInput, MarkdownModes, type Mode } from './markdown-input.tsx'

interface DraftMarkdownProps {
  name: 'detailed_description' | 'terms_and_conditions'
  label: string
  rows: number
  required?: boolean
}

export function DraftMarkdown({ name, label, rows, required = false }: DraftMarkdownProps) {
  const { formState } = useFormContext<DraftValues>()
  const text = useWatch<DraftValues, typeof name>({ name }) ?? ''
  const [wanted, setWanted] = useState<Mode>('Write')
  // What is wrong with a text is mended where it is written.
  const mode = formState.errors[name] ? 'Write' : wanted
  return (
    <DraftInput
      name={name}
      label={label}
      required={required}
      hint={mode === 'Write' ? 'Markdown: ## Heading, **bold**, - list' : undefined}
      aside={<MarkdownModes label={label} mode={mode} onChange={setWanted} />}
    >
      {(control) => <MarkdownInput {...control} field={name} text={text} label={label} rows={rows} mode={mode} />}
    </DraftInput>
  )
}
