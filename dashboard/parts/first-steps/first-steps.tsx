import { Text } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { LinkButton } from '../link-button.tsx'
import { useStoresToCharge } from '../stores/use-stores-to-charge.ts'
import { DemoDataButton } from './demo-data.tsx'

export const FirstSteps = () => {
  const { firstSteps: texts, requests } = useTexts()
  const [store] = useStoresToCharge()
  return (
    <section className="card calm">
      <Text fw={700} size="lg">
        {texts.title}
      </Text>
      {store ? (
        <>
          <Text ta="center">{texts.make}</Text>
          <LinkButton to="/requests/new">{requests.new}</LinkButton>
          <LinkButton to="/stores/new" search={{ store: store.id }} variant="default">
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
