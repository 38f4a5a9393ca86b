import { usePerson } from '../../app/session/person.ts'
import { useStores } from './store-name.tsx'

/** Returns the stores that accept payments and where the person is more than a viewer. */
export const useStoresToCharge = () => {
  const { data: person } = usePerson()
  const organizations = person?.organizations.filter(({ role }) => role !== 'viewer') ?? []
  const ids = new Set(organizations.map(({ id }) => id))
  return useStores().filter((one) => one.disabled_at === null && ids.has(one.organization_id))
}
