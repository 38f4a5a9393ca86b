import { usePerson } from '../../app/session/person.ts'

/**
 * Returns whether the person owns the organization, or any by default; `undefined` while loading.
 */
export const useAdministers = (organizationId?: string): boolean | undefined =>
  usePerson().data?.organizations.some(
    ({ id, role }) => role === 'owner' && (organizationId === undefined || id === organizationId),
  )

/** Returns whether the person may do more than look; `undefined` while loading. */
export const useActs = (): boolean | undefined =>
  usePerson().data?.organizations.some(({ role }) => role !== 'viewer')
