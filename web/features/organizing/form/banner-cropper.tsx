import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import * as m from '#messages/event-form.json'
import 'react-easy-crop/react-easy-crop.css'
import type { Area } from '#web/lib/files/pictures.ts'

const most = 4
/** The step of an arrow key, in CSS pixels. */
const step = 8

interface BannerCropperProps {
  image: string
  /** Called with the visible part whenever it changes. */
  onArea: (area: Area) => void
}

/** Moves and zooms a picture in the shape of a banner. A module of its own, loaded only when cropping. */
export function BannerCropper({ image, onArea }: BannerCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const id = useId()
  return (
    <>
      <div className="relative aspect-video w-full overflow-hidden rounded-md bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <Cropper
          image={image}
          aspect={16 / 9}
          objectFit="cover"
          showGrid={false}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={most}
          keyboardStep={step}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': m.cropPart }}
        />
      </div>
      <label htmlFor={id} className="flex items-center gap-4 font-medium">
        {m.zoom}
        <input
          id={id}
          type="range"
          min={1}
          max={most}
          step={0.1}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="min-h-11 flex-1 accent-accent"
        />
      </label>
    </>
  )
}
