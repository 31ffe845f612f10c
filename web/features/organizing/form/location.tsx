import { useFormContext, useWatch } from 'react-hook-form'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import { Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { DraftInput } from './draft-input.tsx'
import { PlaceOnMap } from './place-on-map.tsx'

export function Location() {
  const { register } = useFormContext<DraftValues>()
  const [online, unplaced] = useWatch<DraftValues, ['is_online', 'place_to_be_announced']>({
    name: ['is_online', 'place_to_be_announced'],
  })
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
        <>
          <Switch
            {...register('place_to_be_announced')}
            label="Place to be announced"
            hint="The event says so until you know where it is held."
          />
          {unplaced ? null : <PlaceOnMap />}
        </>
      )}
    </div>
  )
}
