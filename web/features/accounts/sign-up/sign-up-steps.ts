import { NewAccount, passwordsDiffer } from '#contract/accounts/auth.ts'

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

/** The words for what is wrong with a field, by the rules that the server applies; undefined where nothing is. Only the
 *  server knows which names are taken and which passwords very many use. */
export function problemOf(field: SignUpField, form: Partial<NewAccount>): string | undefined {
  const [problem] = NewAccount.shape[field].safeParse(form[field] ?? '').error?.issues ?? []
  if (problem) return problem.message
  return field === 'password2' && form.password2 !== form.password ? passwordsDiffer : undefined
}

/** The fields whose words may no longer hold once this one is changed. */
export function judgedWith(field: SignUpField): SignUpField[] {
  return field === 'password' ? ['password', 'password2'] : [field]
}
