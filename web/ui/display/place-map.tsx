import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, MapPinOff } from 'lucide'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '#messages/ui.json'
import { Icon } from '#web/lib/icon.tsx'
import { type MapView, mapCentre, type Point } from '#web/lib/map/map.ts'
import { useMapService } from '#web/lib/map/map-service.ts'
import { Skeleton } from './loading.tsx'

interface PlaceMapProps {
  /** The map's name for screen readers: 'Map of the place'. */
  label: string
  /** The position of the pin; null for none. */
  pin: Point | null
  /** Called when the pin is dragged, placed by a press, or moved with the buttons. Without it the map is read-only. */
  onPlace?: (point: Point) => void
}

/** A map with one pin that fills its container. Shows a message if the map service is down. */
export function PlaceMap({ label, pin, onPlace }: PlaceMapProps) {
  const service = useMapService()
  const element = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<MapView | null>(null)
  const [failed, setFailed] = useState(false)
  const handlePlace = useEffectEvent((point: Point) => onPlace?.(point))
  const first = useEffectEvent(() => ({ centre: pin ?? mapCentre, pin, ...(onPlace && { onPlace: handlePlace }) }))

  useEffect(() => {
    let gone = false
    let shown: MapView | null = null
    const container = document.createElement('div')
    container.className = 'size-full'
    element.current?.append(container)
    const onTrouble = () => setFailed(true)
    service.showMap({ element: container, onTrouble, ...first() }).then((made) => {
      if (gone) return made.remove()
      shown = made
      setView(made)
    }, onTrouble)
    return () => {
      gone = true
      shown?.remove()
      container.remove()
      setView(null)
    }
  }, [service])

  const { latitude, longitude } = pin ?? {}
  useEffect(() => {
    if (view && latitude !== undefined && longitude !== undefined) view.place({ latitude, longitude })
  }, [view, latitude, longitude])

  function handleMove(right: number, down: number) {
    if (view) onPlace?.(view.beside(pin ?? mapCentre, right, down))
  }

  return (
    <div className="flex size-full flex-col gap-1">
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-md border border-line bg-sunken">
        <section ref={element} aria-label={label} className="isolate size-full" hidden={failed} />
        {view || failed ? null : <Skeleton className="absolute inset-0" />}
        {failed ? (
          <p
            role="status"
            className="flex h-full flex-col items-center justify-center gap-2 p-4 text-center text-ink-soft"
          >
            <Icon icon={MapPinOff} className="size-8" />
            {service.trouble}
          </p>
        ) : null}
      </div>
      {onPlace && view && !failed ? <PinButtons onMove={handleMove} /> : null}
    </div>
  )
}

/** Pixels per press. */
const step = 20
const moves = [
  { label: m.movePinLeft, icon: ArrowLeft, right: -step, down: 0 },
  { label: m.movePinUp, icon: ArrowUp, right: 0, down: -step },
  { label: m.movePinDown, icon: ArrowDown, right: 0, down: step },
  { label: m.movePinRight, icon: ArrowRight, right: step, down: 0 },
] as const

/** Buttons that move the pin, for the keyboard and for precise steps on a touch screen. */
function PinButtons({ onMove }: { onMove: (right: number, down: number) => void }) {
  return (
    <fieldset aria-label={m.movePin} className="flex min-w-0 flex-wrap items-center justify-between gap-x-4">
      <p className="text-sm text-ink-soft">{m.dragPin}</p>
      <span className="-ml-2.5 flex">
        {moves.map(({ label, icon, right, down }) => (
          <button
            key={label}
            type="button"
            aria-label={label}
            className="icon-button"
            onClick={() => onMove(right, down)}
          >
            <Icon icon={icon} />
          </button>
        ))}
      </span>
    </fieldset>
  )
}
