import { Text } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { usePerson } from '../../app/session/person.ts'
import { LinkButton } from '../link-button.tsx'
import { useStores } from '../stores/store-name.tsx'
import { DemoDataButton } from './demo-data.tsx'

export const FirstSteps = () => {
  const texts = useTexts().firstSteps
  const store = useStoreToTry()
  return (
    <section className="card calm">
      <Text fw={700} size="lg">
        {texts.title}
      </Text>
      {store ? (
        <>
          <Text ta="center">{texts.make}</Text>
          <LinkButton to="/stores/new" search={{ store: store.id }}>
            {texts.makeOrder}
          </LinkButton>
        </>
      ) : (
        <Text ta="center">{texts.wait}</Text>
      )}
      <DemoDataButton />
    </section>
  )
}

/** A store where the person may create an order. */
const useStoreToTry = () => {
  const { data: person } = usePerson()
  const organizations = person?.organizations.filter(({ role }) => role !== 'viewer') ?? []
  const ids = new Set(organizations.map(({ id }) => id))
  return useStores().find((one) => one.disabled_at === null && ids.has(one.organization_id))
}
