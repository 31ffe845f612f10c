import { z } from 'zod'
import { Role } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { Day, Email, Id, Instant } from './fields.ts'

/** One's own profile: everything the product keeps about oneself, and shows to nobody else. */
export const Profile = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: Email,
  phone_number: z.string(),
  birth_date: Day.nullable(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  nationality: z.string(),
  facebook_profile: z.string(),
  instagram_handle: z.string(),
  profile_picture: z.string(),
  status: Role,
  created_at: Instant,
  updated_at: Instant,
  attended_events: z.number().int(),
  cancelled_events: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

export const showProfile = {
  method: 'GET',
  url: '/api/users/profile',
  schema: { summary: "Read one's own profile", response: { 200: Profile } },
  config: { access: 'signed-in' },
} satisfies Endpoint
