import { z } from 'zod'
import { Uploaded } from '#contract/fields.ts'
import * as m from '#messages/fields.json'
import type { Endpoint } from './endpoint.ts'
import { Email, Id, PathId } from './fields.ts'
import { requiredName } from './names.ts'

export const OrganizationType = z.enum(
  ['INDIVIDUAL', 'COMPANY', 'NONPROFIT', 'EDUCATIONAL', 'GOVERNMENT'],
  m.selectOption,
)
export type OrganizationType = z.infer<typeof OrganizationType>

export const organizerNameMax = 100

/** The public data of an organizer. `logo` is '' without one. */
export const Organizer = z.object({
  id: Id,
  organizer_name: z.string(),
  email: z.string(),
  logo: z.string(),
  organization_type: OrganizationType,
  is_verified: z.boolean(),
})
export type Organizer = z.infer<typeof Organizer>

export const OrganizerApplication = z.object({
  organizer_name: requiredName(m.organizerName, organizerNameMax),
  email: Email,
  organization_type: OrganizationType,
})
export type OrganizerApplication = z.input<typeof OrganizerApplication>

export const applyOrganizer = {
  method: 'POST',
  url: '/api/organizers/apply-organizer',
  schema: {
    summary: 'Become an organizer',
    body: OrganizerApplication,
    refusals: ['already_organizer', 'organizer_name_taken'],
    response: { 201: Organizer },
  },
  config: { access: 'signed-in', limit: 'write', send: 'urlencoded' },
} satisfies Endpoint

export const viewOrganizer = {
  method: 'GET',
  url: '/api/organizers/view-organizer',
  schema: { summary: 'Read your organizer profile', refusals: ['organizers_only'], response: { 200: Organizer } },
  config: { access: 'signed-in', scope: 'read' },
} satisfies Endpoint

/** The editable fields of an organizer profile. Missing fields stay, unknown ones are ignored. */
export const OrganizerChange = OrganizerApplication.partial()
export type OrganizerChange = z.output<typeof OrganizerChange>

export const updateOrganizer = {
  method: 'PATCH',
  url: '/api/organizers/update-organizer',
  schema: {
    summary: 'Change your organizer profile',
    body: OrganizerChange,
    refusals: ['organizer_name_taken', 'organizers_only'],
    response: { 200: Organizer },
  },
  config: { access: 'signed-in', limit: 'write' },
} satisfies Endpoint

export const uploadLogo = {
  method: 'POST',
  url: '/api/organizers/:organizerId/upload/logo',
  schema: {
    summary: 'Replace your logo',
    params: z.object({ organizerId: PathId }),
    refusals: ['not_your_organizer', 'organizers_only'],
    response: { 200: Uploaded },
  },
  config: { access: 'signed-in', limit: 'write', send: 'multipart', file: 'logo' },
} satisfies Endpoint
