import { type Organizer, uploadLogo } from '#contract/organizers.ts'
import { call } from '#web/lib/api/call.ts'
import { useImageUpload } from '#web/lib/files/use-image-upload.ts'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'

/** The organizer's logo; a press chooses another one, which is shown and sent at once. */
export function OrganizerLogo({ organizer }: { organizer: Organizer }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: (file, onProgress) => call(uploadLogo, { params: { organizerId: organizer.id }, file }, { onProgress }),
    failure: 'Failed to upload logo. Please try again.',
  })
  return (
    <PictureInput
      label="Logo"
      picture={preview ?? organizer.logo}
      name={organizer.organizer_name}
      sent={sent}
      onFile={handleFile}
    />
  )
}
