import { NewAccount } from '#contract/accounts/auth.ts'

export type SignUpField = keyof NewAccount

/** The three steps of signing up and the fields of each (specification, section 2). */
export const steps = [
  { title: 'Account Info', fields: ['username', 'password', 'password2'] },
  { title: 'Personal Info', fields: ['first_name', 'last_name', 'birth_date'] },
  { title: 'Contact Info', fields: ['phone_number', 'email'] },
] as const satisfies readonly { title: string; fields: readonly SignUpField[] }[]

export const lastStep = steps.length - 1

export const signUpFields: readonly SignUpField[] = steps.flatMap(({ fields }) => fields)

export function stepOf(field: SignUpField): number {
  return steps.findIndex(({ fields }) => (fields as readonly SignUpField[]).includes(field))
}

/** The words for a field that was left blank; undefined where something was typed, which only the server judges. */
export function missing(field: SignUpField, value: string): string | undefined {
  const problemOf = (text: string) => NewAccount.shape[field].safeParse(text).error?.issues[0]?.message
  const whenBlank = problemOf('')
  return problemOf(value) === whenBlank ? whenBlank : undefined
}
