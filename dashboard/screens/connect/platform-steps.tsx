import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { storesQuery } from '../../parts/stores/stores-query.ts'
import { Copyable } from '../../parts/values/copyable.tsx'

const REFETCH_MS = 3_000

const APP_OF_ONE_SHOP = 'bin/puente stores app --shop NAME.myshopify.com'

/** Lists the steps on the platform; shows the store once connected. */
export const PlatformSteps = ({
  platform,
  stores,
}: {
  platform: 'woocommerce' | 'shopify'
  stores: readonly Schemas['StoreOfPerson'][] | undefined
}) => {
  const texts = useTexts()
  const words = texts.connect[platform]
  return (
    <Stack gap="lg">
      <Text>{words.needs}</Text>
      <ol className="steps">
        {words.steps.map((step, index) => (
          <li key={step}>
            <Stack gap="sm" align="flex-start" className="card section">
              <Text>{step}</Text>
              {platform === 'woocommerce' && index === 1 ? (
                <Copyable
                  label={texts.connect.woocommerce.address}
                  value={window.location.origin}
                />
              ) : null}
              {platform === 'shopify' && index === 0 ? (
                <>
                  <Button component="a" href="/shopify/connect">
                    {texts.connect.shopify.guide}
                  </Button>
                  <Text size="xs" c="dimmed">
                    {texts.connect.shopify.byTerminal}
                  </Text>
                  <Copyable label={texts.connect.shopify.command} value={APP_OF_ONE_SHOP} />
                </>
              ) : null}
            </Stack>
          </li>
        ))}
      </ol>
      {stores ? <Arrival platform={platform} before={stores} /> : null}
    </Stack>
  )
}

const Arrival = ({
  platform,
  before,
}: {
  platform: string
  before: readonly Schemas['StoreOfPerson'][]
}) => {
  const texts = useTexts().connect.arrives
  const [known] = useState(() => new Set(before.map(({ id }) => id)))
  const { data } = useQuery({ ...storesQuery, refetchInterval: REFETCH_MS })
  const [arrived] = (data?.data ?? []).filter(
    (store) => store.platform === platform && !known.has(store.id),
  )
  return (
    <div role="status" className="notice">
      {arrived ? (
        <Text>
          {texts.here}{' '}
          <Link to="/stores/new" search={{ store: arrived.id }}>
            <bdi>{arrived.name}</bdi>
          </Link>
        </Text>
      ) : (
        texts.waits
      )}
    </div>
  )
}
