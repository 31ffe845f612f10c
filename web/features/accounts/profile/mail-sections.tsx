import { useState } from 'react'
import { chooseLanguage } from '#contract/accounts/auth.ts'
import { editProfile, type Profile } from '#contract/accounts/profile.ts'
import { inLanguage, type Language, pageLanguage } from '#contract/language/languages.ts'
import { paths } from '#contract/paths.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { rememberLanguage } from '#web/lib/session/session.ts'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select, Switch } from '#web/ui/forms/inputs.tsx'

/** Each in its own words. */
const options = [
  { value: 'en', label: 'English' },
  { value: 'th', label: 'ภาษาไทย' },
]

/** The language of mails, and of pages opened from outside. Opens this page in it. */
export function LanguageSection({ profile }: { profile: Profile }) {
  const { busy, run } = useAction()

  function handleChange(language: Language) {
    return run(async () => {
      await call(chooseLanguage, { body: { language } })
      rememberLanguage(language)
      const { search, hash } = window.location
      if (language === pageLanguage) window.location.reload()
      else window.location.assign(inLanguage(paths.accountInfo, language) + search + hash)
    }, common.notSaved)
  }

  return (
    <SectionCard title={m.language} intro={m.languageIntro}>
      <Field label={m.languageOfMails}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={profile.language ?? 'en'}
            disabled={busy}
            onChange={({ target }) => handleChange(target.value as Language)}
          />
        )}
      </Field>
    </SectionCard>
  )
}

/** Messages from organizers, which a link in each of them turns off too. */
export function MessagesSection({ profile }: { profile: Profile }) {
  const [gets, setGets] = useState(profile.gets_messages)
  const { run } = useAction()

  function handleChange(wanted: boolean) {
    return run(async () => {
      const changed = await call(editProfile, { params: { id: profile.id }, body: { gets_messages: wanted } })
      setGets(changed.gets_messages)
      notify.success(wanted ? m.messagesOn : m.messagesOff)
    }, common.notSaved)
  }

  return (
    <SectionCard title={m.messagesFromOrganizers} intro={m.messagesIntro}>
      <Switch
        label={m.getMessages}
        hint={m.getMessagesHint}
        checked={gets}
        onChange={({ target }) => handleChange(target.checked)}
      />
    </SectionCard>
  )
}
