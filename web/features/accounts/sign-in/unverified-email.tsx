import { Email } from '#contract/fields.ts'
import { ResendVerification } from '#web/features/accounts/email-links/resend-verification.tsx'

/** Under a login that was refused because the email is not verified: the way to another link. */
export function UnverifiedEmail({ username }: { username: string }) {
  const isEmail = Email.safeParse(username).success
  return (
    <section aria-label="Email verification" className="flex flex-col gap-4 rounded-md bg-sunken p-4">
      <p>Open the link in the email that we sent you, then log in. No email there? We can send another one.</p>
      <ResendVerification email={isEmail ? username : undefined} />
    </section>
  )
}
