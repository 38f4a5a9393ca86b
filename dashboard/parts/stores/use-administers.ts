import { type SignedInPerson, usePerson } from '../../app/session/person.ts'

/** Owner of the organization, or of any by default. */
export const administers = (
  { organizations }: Pick<SignedInPerson, 'organizations'>,
  organizationId?: string,
): boolean =>
  organizations.some(
    ({ id, role }) => role === 'owner' && (organizationId === undefined || id === organizationId),
  )

/** Owner of the organization, or of any by default; `undefined` while loading. */
export const useAdministers = (organizationId?: string): boolean | undefined => {
  const { data: person } = usePerson()
  return person && administers(person, organizationId)
}

/** More than a viewer of the organization, or of any by default; `undefined` while loading. */
export const useActs = (organizationId?: string): boolean | undefined =>
  usePerson().data?.organizations.some(
    ({ id, role }) => role !== 'viewer' && (organizationId === undefined || id === organizationId),
  )
