import type { Person } from '../../people/person.ts'
import { viewOfLimit } from '../api/people/refund-limits.ts'

export const viewOfPerson = ({ id, name, email, memberships }: Person) => ({
  id,
  name,
  email,
  organizations: memberships.map(({ organizationId, organizationName, role, rights }) => ({
    id: organizationId,
    name: organizationName,
    role,
    scopes: rights.scopes,
    refund_limit: viewOfLimit(rights.refundLimit),
    refund_day_limit: viewOfLimit(rights.refundDayLimit),
  })),
})
