import { TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'

const links = [
  { name: 'website_url', label: 'Website' },
  { name: 'facebook_url', label: 'Facebook' },
  { name: 'twitter_url', label: 'Twitter' },
  { name: 'instagram_url', label: 'Instagram' },
] as const

export function ContactAndSocial() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <DraftInput name="contact_email" label="Contact Email">
          {(control) => <TextInput {...control} type="email" autoComplete="email" />}
        </DraftInput>
        <DraftInput name="contact_phone" label="Contact Phone">
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" />}
        </DraftInput>
        {links.map(({ name, label }) => (
          <DraftInput key={name} name={name} label={label}>
            {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
          </DraftInput>
        ))}
      </div>
      <DraftInput name="other_url" label="Other Links" hint="Separated by commas.">
        {(control) => <TextInput {...control} inputMode="url" placeholder="https://, https://" />}
      </DraftInput>
    </div>
  )
}
