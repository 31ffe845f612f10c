import { zodResolver } from '@hookform/resolvers/zod'
import { Link2 } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { NewDoorLink } from '#contract/tickets/door.ts'
import { messageOf } from '#web/lib/api/api-error.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/inputs.tsx'
import { showRefusal } from '#web/ui/forms/show-refusal.ts'

/** A form that names a new door link. `onLink` throws ApiError. */
export function DoorLinkForm({ onLink }: { onLink: (body: NewDoorLink) => Promise<void> }) {
  const form = useForm<NewDoorLink>({
    resolver: zodResolver(NewDoorLink),
    defaultValues: { name: '' },
  })
  const { register, handleSubmit, formState, reset } = form

  async function handleLink(body: NewDoorLink) {
    try {
      await onLink(body)
    } catch (error) {
      return showRefusal(form, error, {
        fields: ['name'],
        notice: messageOf(error, 'The door link could not be made.'),
      })
    }
    reset()
  }

  return (
    <form noValidate onSubmit={handleSubmit(handleLink)}>
      <Field label="Name of a new link" error={formState.errors.name?.message} required>
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              {...register('name')}
              className="min-w-[min(10rem,100%)] flex-1"
              placeholder="Front gate"
            />
            <SubmitButton variant="secondary" busy={formState.isSubmitting && 'Making...'}>
              <Link2 aria-hidden className="size-5" />
              Make a door link
            </SubmitButton>
          </div>
        )}
      </Field>
    </form>
  )
}
