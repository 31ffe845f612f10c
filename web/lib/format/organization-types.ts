import type { OrganizationType } from '#contract/organizers.ts'
import * as m from '#messages/organizer-types.json'

/** In a file of their own for the pages of events and organizers, which must not load the form. */
export const organizationTypes: Record<OrganizationType, string> = {
  INDIVIDUAL: m.individual,
  COMPANY: m.company,
  NONPROFIT: m.nonprofit,
  EDUCATIONAL: m.educational,
  GOVERNMENT: m.government,
}
