import { type Profile, uploadProfilePicture } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/api/call.ts'
import { useImageUpload } from '#web/lib/files/use-image-upload.ts'
import { updateSession } from '#web/lib/session/session.ts'
import { PictureInput } from '#web/ui/forms/picture-input.tsx'

/** One's picture; a press chooses another one, which is shown and sent at once. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const { preview, sent, handleFile } = useImageUpload({
    upload: async (file, onProgress) => {
      const { file_url } = await call(uploadProfilePicture, { params: { id: profile.id }, file }, { onProgress })
      updateSession({ picture: file_url })
    },
    failure: 'Failed to upload profile picture. Please try again.',
  })
  return (
    <PictureInput
      label="Profile picture"
      picture={preview ?? profile.profile_picture}
      name={profile.username}
      sent={sent}
      onFile={handleFile}
    />
  )
}
