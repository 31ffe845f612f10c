import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'
import { PlaceOnMap } from './place-on-map.tsx'

export function Location() {
  const { register } = useFormContext<DraftValues>()
  const online = useWatch<DraftValues, 'is_online'>({ name: 'is_online' })
  return (
    <div className="flex flex-col gap-6">
      <Switch
        {...register('is_online')}
        label="Online event"
        hint="People join by a link instead of coming to a place."
      />
      {online ? (
        <DraftInput name="meeting_link" label="Meeting Link" hint="Only people who hold a ticket see it.">
          {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
        </DraftInput>
      ) : (
        <PlaceOnMap />
      )}
    </div>
  )
}
