import { usePerson } from '../../app/session/person.ts'

/** Owner of the organization, or of any by default; `undefined` while loading. */
export const useAdministers = (organizationId?: string): boolean | undefined =>
  usePerson().data?.organizations.some(
    ({ id, role }) => role === 'owner' && (organizationId === undefined || id === organizationId),
  )

/** Returns `true` for more than a viewer; `undefined` while loading. */
export const useActs = (): boolean | undefined =>
  usePerson().data?.organizations.some(({ role }) => role !== 'viewer')
