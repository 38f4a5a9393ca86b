import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { ShownOnce } from '../../parts/values/shown-once.tsx'
import { storeQuery } from '../queries.ts'
import { FirstEvent } from './first-event.tsx'
import { FirstPayment } from './first-payment.tsx'

/** Shows a new store's secrets once, and checks that it works. */
export const Connected = ({
  storeId,
  made,
}: {
  storeId: string
  made: Schemas['ConnectedStore'] | undefined
}) => {
  const store = useQuery(storeQuery(storeId))
  return <Loaded query={store}>{(found) => <Shown store={found} made={made} />}</Loaded>
}

const Shown = ({
  store,
  made,
}: {
  store: Schemas['WholeStore']
  made: Schemas['ConnectedStore'] | undefined
}) => {
  const texts = useTexts()
  const words = texts.connect.connected
  return (
    <Stack gap="lg" maw={760}>
      <ScreenTitle name={`${store.name} ${words.title}`}>
        <bdi>{store.name}</bdi> {words.title}
      </ScreenTitle>
      {made ? (
        <>
          <Text>{words.keep}</Text>
          <ShownOnce
            secrets={[
              { label: words.apiKey, value: made.api_key },
              { label: words.notifySecret, value: made.notify_secret },
            ]}
            {...(made.gateway_reached ? {} : { note: words.keyUnchecked })}
          />
        </>
      ) : (
        <Text c="dimmed">{words.secretsShownOnce}</Text>
      )}
      <Text fw={600}>{words.now}</Text>
      <ol className="steps">
        <FirstPayment store={store} />
        <FirstEvent store={store} />
      </ol>
      <Group>
        <LinkButton variant="default" to="/stores/$id" params={{ id: store.id }}>
          {words.open}
        </LinkButton>
        <Link to="/stores/new" search={{}}>
          {words.another}
        </Link>
      </Group>
    </Stack>
  )
}
