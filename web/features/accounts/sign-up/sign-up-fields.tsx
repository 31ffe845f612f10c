import type { HTMLInputAutoCompleteAttribute } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { NewAccount } from '#contract/accounts/auth.ts'
import { BirthDateInput } from '#web/ui/forms/birth-date-input.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/forms/inputs.tsx'
import { judgedWith, problemOf, type SignUpField } from './sign-up-steps.ts'

interface About {
  label: string
  hint?: string
  autoComplete: HTMLInputAutoCompleteAttribute
  /** The kind of control, where it is not plain text. */
  kind?: 'password' | 'birth-date' | 'phone' | 'email' | 'username'
}

const about: Record<SignUpField, About> = {
  username: {
    label: 'Username',
    hint: 'Letters, digits and @ . + - _',
    autoComplete: 'username',
    kind: 'username',
  },
  password: { label: 'Password', hint: 'At least 8 characters.', autoComplete: 'new-password', kind: 'password' },
  password2: { label: 'Confirm Password', autoComplete: 'new-password', kind: 'password' },
  first_name: { label: 'First Name', autoComplete: 'given-name' },
  last_name: { label: 'Last Name', autoComplete: 'family-name' },
  birth_date: { label: 'Birth Date', autoComplete: 'bday', kind: 'birth-date' },
  phone_number: {
    label: 'Phone Number',
    hint: '10 digits, such as 0812345678.',
    autoComplete: 'tel',
    kind: 'phone',
  },
  email: { label: 'Email', autoComplete: 'email', kind: 'email' },
}

interface SignUpFieldsProps {
  fields: readonly SignUpField[]
  form: UseFormReturn<NewAccount>
}

export function SignUpFields({ fields, form }: SignUpFieldsProps) {
  return fields.map((field) => {
    const { label, hint, autoComplete, kind } = about[field]
    const control = form.register(field, {
      validate: (_, typed) => problemOf(field, typed),
      onChange: () => form.clearErrors(judgedWith(field)),
    })
    return (
      <Field key={field} label={label} hint={hint} error={form.formState.errors[field]?.message} required>
        {(tied) => <Control {...tied} {...control} kind={kind} autoComplete={autoComplete} />}
      </Field>
    )
  })
}

function Control({ kind, ...rest }: React.ComponentProps<'input'> & { kind: About['kind'] }) {
  if (kind === 'password') return <PasswordInput {...rest} />
  if (kind === 'birth-date') return <BirthDateInput {...rest} />
  if (kind === 'phone') return <TextInput {...rest} type="tel" />
  if (kind === 'email') return <TextInput {...rest} type="email" />
  if (kind === 'username') return <TextInput {...rest} autoCapitalize="none" spellCheck={false} />
  return <TextInput {...rest} />
}
