import { MapPin } from 'lucide'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { eventLimits } from '#contract/events/event-fields.ts'
import { counted, fill } from '#contract/language/messages.ts'
import { readNumber } from '#contract/numbers.ts'
import type { Place } from '#contract/places.ts'
import * as m from '#messages/event-form.json'
import type { FormValues } from '#web/features/organizing/draft/form-schema.ts'
import { Icon } from '#web/lib/icon.tsx'
import { type MapService, type Point, rounded, type Suggestion } from '#web/lib/map/map.ts'
import { useMapService } from '#web/lib/map/map-service.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/display/classes.ts'
import { PlaceMap } from '#web/ui/display/place-map.tsx'
import { WhenSeen } from '#web/ui/display/when-seen.tsx'
import { type ControlProps, Field } from '#web/ui/forms/field.tsx'
import { Switch, TextInput } from '#web/ui/forms/inputs.tsx'
import { FormInput, useRecheckOnceGone } from './form-input.tsx'

export function Location() {
  const { register } = useFormContext<FormValues>()
  const [online, unplaced] = useWatch<FormValues, ['is_online', 'place_to_be_announced']>({
    name: ['is_online', 'place_to_be_announced'],
  })
  return (
    <div className="flex flex-col gap-6">
      <Switch {...register('is_online')} label={m.isOnline} hint={m.isOnlineHint} />
      {online ? (
        <FormInput name="meeting_link" label={m.meetingLink} hint={m.meetingLinkHint}>
          {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" />}
        </FormInput>
      ) : (
        <>
          <Switch {...register('place_to_be_announced')} label={m.placeToBeAnnounced} hint={m.placeToBeAnnouncedHint} />
          {unplaced ? null : <PlaceOnMap />}
        </>
      )}
    </div>
  )
}

/** The pause before an address is looked up, of a pin or as typed, in milliseconds. */
const pause = 400

/** An address and a pin; either works alone. */
function PlaceOnMap() {
  const { getValues, setValue, setFocus, trigger } = useFormContext<FormValues>()
  const { field, fieldState } = useController<FormValues, 'address'>({ name: 'address' })
  const [latitude, longitude] = useWatch<FormValues, ['latitude', 'longitude']>({ name: ['latitude', 'longitude'] })
  const { offer, lookUp, take } = useAddressOfPin()
  useRecheckOnceGone('address')

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
  const { getValues, setValue } = useFormContext<FormValues>()
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

type Typed = FormValues['latitude']

function pinOf(latitude: Typed, longitude: Typed): Point | null {
  const [north, east] = [degreesOf(latitude), degreesOf(longitude)]
  return north === null || east === null ? null : { latitude: north, longitude: east }
}

function degreesOf(typed: Typed): number | null {
  return typeof typed === 'string' ? readNumber(typed, { plus: true }) : (typed ?? null)
}

interface AddressInputProps extends ControlProps {
  value: string
  onChange: (address: string) => void
  /** Called when a place is chosen; `text` is its suggestion. */
  onChoose: (place: Place, text: string) => void
  ref?: Ref<HTMLInputElement>
}

/** An address field that suggests places while typing. */
function AddressInput({ value, onChange, onChoose, ...control }: AddressInputProps) {
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const { suggestions, down } = useSuggestions(useMapService(), typed)
  const open = typed !== null && suggestions.length > 0

  function handleChange(text: string) {
    onChange(text)
    setTyped(text)
    setActive(-1)
  }

  async function choose(suggestion: Suggestion) {
    setTyped(null)
    onChange(suggestion.text)
    // If the place cannot be loaded, its text is still right.
    const place = await suggestion.place().catch(() => null)
    if (place) onChoose(place, suggestion.text)
  }

  function handleKeyDown(press: KeyboardEvent) {
    if (press.nativeEvent.isComposing) return
    // Enter during a search must not send the form.
    if (press.key === 'Enter' && typed !== null) press.preventDefault()
    if (!open) return
    const last = suggestions.length - 1
    const chosen = suggestions[active]
    if (press.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (press.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (press.key === 'Escape') setTyped(null)
    else if (press.key === 'Enter' && chosen) choose(chosen)
    else return
    press.preventDefault()
  }

  return (
    <div className="relative">
      <input
        {...control}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={open && active >= 0 ? `${list}${active}` : undefined}
        autoComplete="off"
        maxLength={eventLimits.address}
        className="control"
        onChange={({ target }) => handleChange(target.value)}
        onKeyDown={handleKeyDown}
        onBlur={() => setTyped(null)}
      />
      <div
        id={list}
        role="listbox"
        aria-label={m.places}
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-card p-1.5 shadow-float"
      >
        {suggestions.map((suggestion, place) => (
          <div
            key={suggestion.text}
            id={`${list}${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            // Keeps the focus in the input; losing it would close the list.
            onPointerDown={(press) => press.preventDefault()}
            onClick={() => choose(suggestion)}
            onKeyDown={handleKeyDown}
            className={classes(
              'flex min-h-11 cursor-pointer items-start gap-3 rounded-sm px-3 py-2 hover:bg-accent-soft',
              place === active && 'bg-accent-soft',
            )}
          >
            <Icon icon={MapPin} className="mt-1 shrink-0 text-ink-soft" />
            <span className="min-w-0 break-words">{suggestion.text}</span>
          </div>
        ))}
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {down ? m.lookUpDown : null}
        {open ? (
          <span className="sr-only">{counted(suggestions.length, m.placesFound_one, m.placesFound_other)}</span>
        ) : null}
      </p>
    </div>
  )
}

const shortest = 3

interface Found {
  suggestions: Suggestion[]
  /** The map service does not answer. */
  down: boolean
}

const nothing: Found = { suggestions: [], down: false }

/** Places that match `text`; null while nobody types. */
function useSuggestions(service: MapService, text: string | null): Found {
  const [found, setFound] = useState(nothing)
  const wanted = (text ?? '').trim()

  useEffect(() => {
    if (wanted.length < shortest) {
      setFound((before) => (before.suggestions.length > 0 ? nothing : before))
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await service.search(wanted, stop.signal).then(
        (suggestions) => ({ suggestions: suggestions.filter(isFirst), down: false }),
        () => ({ suggestions: [], down: true }),
      )
      if (!stop.signal.aborted) setFound(answer)
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [service, wanted])

  return found
}

/** Drops suggestions that look the same. */
function isFirst({ text }: Suggestion, place: number, all: Suggestion[]): boolean {
  return all.findIndex((other) => other.text === text) === place
}
