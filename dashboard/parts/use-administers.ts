import { usePerson } from '../app/person.ts'

/** Whether the person owns an organization, or any; `undefined`: not known yet. */
export const useAdministers = (organizationId?: string): boolean | undefined =>
  usePerson().data?.organizations.some(
    ({ id, role }) => role === 'owner' && (organizationId === undefined || id === organizationId),
  )
