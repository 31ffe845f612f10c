import { useState } from 'react'
import { editProfile, type Profile } from '#contract/accounts/profile.ts'
import * as common from '#messages/common.json'
import * as m from '#messages/profile.json'
import { call } from '#web/lib/api/call.ts'
import { useAction } from '#web/lib/api/use-action.ts'
import { notify } from '#web/lib/notices/notice.tsx'
import { SectionCard } from '#web/ui/display/card.tsx'
import { Switch } from '#web/ui/forms/inputs.tsx'

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
