import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { DemoDataButton } from '../../parts/first-steps/demo-data.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { storesQuery } from '../../parts/stores/stores-query.ts'
import { useAdministers } from '../../parts/stores/use-administers.ts'
import { useIsHere } from '../../parts/use-is-here.ts'
import { SETUPS } from './connect-search.ts'
import { Connected } from './connected.tsx'
import { HeadlessForm } from './headless-form.tsx'
import { PlatformSteps } from './platform-steps.tsx'

/** Guides a person to a verified store. */
export const ConnectScreen = () => {
  const texts = useTexts()
  const { platform, store } = useSearch({ from: '/stores/new' })
  const navigate = useNavigate({ from: '/stores/new' })
  const isHere = useIsHere()
  const [made, setMade] = useState<Schemas['ConnectedStore']>()
  const administers = useAdministers()
  const stores = useQuery(storesQuery)
  const isFirst = stores.data?.data.length === 0
  if (store !== undefined) return <Connected key={store} storeId={store} made={made} />
  return (
    <Stack gap="lg" maw={760}>
      <Stack gap="xs">
        {isFirst ? null : <Link to="/stores">{texts.sections.stores}</Link>}
        <ScreenTitle
          name={[
            texts.connect.title,
            ...(platform ? [texts.connect.platforms[platform].title] : []),
          ].join(': ')}
        />
        {isFirst ? <Text size="lg">{texts.connect.first}</Text> : null}
        {administers === false ? <p className="notice">{texts.connect.ownerOnly}</p> : null}
        {platform ? (
          <Link to="/stores/new" search={{}}>
            {texts.connect.others}
          </Link>
        ) : null}
      </Stack>
      {platform ? null : (
        <>
          <Text fw={600}>{texts.connect.which}</Text>
          <SimpleGrid cols={{ base: 1, sm: 3 }} component="nav" aria-label={texts.connect.which}>
            {SETUPS.map((setup) => (
              <Link
                key={setup}
                to="/stores/new"
                search={{ platform: setup }}
                className="card choice"
              >
                <strong>{texts.connect.platforms[setup].title}</strong>
                <span>{texts.connect.platforms[setup].about}</span>
              </Link>
            ))}
          </SimpleGrid>
          <DemoDataButton leadsHome />
        </>
      )}
      {platform === 'headless' && administers !== false ? (
        <HeadlessForm
          connected={(answer) => {
            setMade(answer)
            if (!isHere()) return
            void navigate({ search: { platform: 'headless', store: answer.store.id } })
          }}
        />
      ) : null}
      {platform === 'woocommerce' || platform === 'shopify' ? (
        <PlatformSteps platform={platform} stores={stores.data?.data} />
      ) : null}
    </Stack>
  )
}
