import { useWatch } from 'react-hook-form'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { DraftInput } from './draft-input.tsx'
import { MarkdownInput } from './markdown-input.tsx'

interface DraftMarkdownProps {
  name: 'detailed_description' | 'terms_and_conditions'
  label: string
  rows: number
  required?: boolean
}

export function DraftMarkdown({ name, label, rows, required = false }: DraftMarkdownProps) {
  const text = useWatch<DraftValues, typeof name>({ name }) ?? ''
  return (
    <DraftInput
      name={name}
      label={label}
      required={required}
      hint="Markdown: ## Heading, **bold**, - list, [link](https://example.com)"
    >
      {(control) => <MarkdownInput {...control} field={name} text={text} label={label} rows={rows} />}
    </DraftInput>
  )
}
