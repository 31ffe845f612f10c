import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Area } from '#web/lib/files/pictures.ts'

const most = 4
/** How far an arrow key moves the picture, in CSS pixels. */
const step = 8

interface BannerCropperProps {
  /** The picture's address. */
  image: string
  /** Called with the part that is seen, whenever it has changed. */
  onArea: (area: Area) => void
}

/** A picture in the shape of a banner, to be moved and enlarged by mouse, finger or keys. A module of its own, because it
 *  is loaded only when somebody crops. */
export default function BannerCropper({ image, onArea }: BannerCropperProps) {
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
          cropperProps={{ role: 'group', 'aria-label': 'What will be seen. Move it with the arrow keys.' }}
        />
      </div>
      <label htmlFor={id} className="flex items-center gap-4 font-medium">
        Zoom
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
