import type { OrganizationType } from '#contract/organizers.ts'
import * as m from '#messages/organizers.json'

/** Also for the pages of events and organizers, which must not load the form. */
export const organizationTypes: Record<OrganizationType, string> = {
  INDIVIDUAL: m.typeIndividual,
  COMPANY: m.typeCompany,
  NONPROFIT: m.typeNonprofit,
  EDUCATIONAL: m.typeEducational,
  GOVERNMENT: m.typeGovernment,
}
