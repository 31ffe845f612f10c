import { useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { fill } from '#contract/language/messages.ts'
import { readNumber } from '#contract/numbers.ts'
import * as m from '#messages/event-form.json'
import type { DraftValues } from '#web/features/organizing/draft/draft-schema.ts'
import type { Point } from '#web/lib/map/map.ts'
import { rounded } from '#web/lib/map/map.ts'
import { useMapService } from '#web/lib/map/map-service.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlaceMap } from '#web/ui/display/place-map.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { AddressInput } from './address-input.tsx'
import { DraftInput } from './draft-input.tsx'

export function Location() {
  const { register } = useFormContext<DraftValues>()
  const [online, unplaced] = useWatch<DraftValues, ['is_online', 'place_to_be_announced']>({
    name: ['is_online', 'place_to_be_announced'],
  })
  return (
    <div className="flex flex-col gap-6">
      <Switch {...register('is_online')} label={m.isOnline} hint={m.isOnlineHint} />
      {online ? (
        <DraftInput name="meeting_link" label={m.meetingLink} hint={m.meetingLinkHint}>
          {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
        </DraftInput>
      ) : (
        <>
          <Switch {...register('place_to_be_announced')} label={m.placeToBeAnnounced} hint={m.placeToBeAnnouncedHint} />
          {unplaced ? null : <PlaceOnMap />}
        </>
      )}
    </div>
  )
}

/** The pause before the address of a pin is looked up, in milliseconds. */
const pause = 400

/** An address and a pin; either works alone. */
function PlaceOnMap() {
  const { getValues, setValue, setFocus, trigger } = useFormContext<DraftValues>()
  const { field, fieldState } = useController<DraftValues, 'address'>({ name: 'address' })
  const [latitude, longitude] = useWatch<DraftValues, ['latitude', 'longitude']>({ name: ['latitude', 'longitude'] })
  const { offer, lookUp, take } = useAddressOfPin()

  function setPin(point: Point) {
    const precise = rounded(point)
    setValue('latitude', precise.latitude, { shouldDirty: true })
    setValue('longitude', precise.longitude, { shouldDirty: true })
    return precise
  }

  function handleTakeOffer() {
    take(offer)
    // The button disappears with the focus, so the address takes it.
    setFocus('address')
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label={m.address} hint={m.addressHint} required marked error={fieldState.error?.message}>
        {(control) => (
          <AddressInput
            {...control}
            ref={field.ref}
            value={field.value ?? ''}
            onChange={(address) => {
              field.onChange(address)
              if (fieldState.error) void trigger('address')
            }}
            onChoose={(place, text) => {
              // The user may have typed on while the place was loading.
              if (getValues('address') !== text) return
              setPin(place)
              take(place.address)
            }}
          />
        )}
      </Field>
      <WhenSeen className="h-96">
        <PlaceMap label={m.mapOfPlace} pin={pinOf(latitude, longitude)} onPlace={(point) => lookUp(setPin(point))} />
      </WhenSeen>
      <div role="status" className="empty:-mt-4">
        {offer ? (
          <div className="flex flex-wrap items-center gap-x-4 rounded-md bg-accent-soft py-2 pr-2 pl-4">
            <p className="min-w-[min(10rem,100%)] flex-1 break-words">{fill(m.addressAtPin, { address: offer })}</p>
            <Button variant="quiet" className="ml-auto" onClick={handleTakeOffer}>
              {m.useAddress}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** Looks up the address at the pin. It replaces an empty or looked-up address; a typed one stays, and the new one is
 *  offered. */
function useAddressOfPin() {
  const { getValues, setValue } = useFormContext<DraftValues>()
  const service = useMapService()
  const looked = useRef<string | null>(null)
  const newest = useRef(0)
  const [offer, setOffer] = useState('')

  function take(found: string) {
    // An earlier answer is about another pin.
    newest.current += 1
    looked.current = found
    setOffer('')
    setValue('address', found, { shouldDirty: true, shouldValidate: true })
  }

  async function lookUp(point: Point) {
    newest.current += 1
    const question = newest.current
    setOffer('')
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (question !== newest.current) return
    // A pin needs no address.
    const found = await service.addressAt(point).catch(() => '')
    const address = getValues('address') ?? ''
    if (question !== newest.current || found === '' || found === address) return
    if (address.trim() === '' || address === looked.current) take(found)
    else setOffer(found)
  }

  return { offer, lookUp, take }
}

type Typed = DraftValues['latitude']

function pinOf(latitude: Typed, longitude: Typed): Point | null {
  const [north, east] = [degreesOf(latitude), degreesOf(longitude)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

function degreesOf(typed: Typed): number | null {
  return typeof typed === 'string' ? readNumber(typed, { plus: true }) : (typed ?? null)
}
