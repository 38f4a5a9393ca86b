import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { useActs, useAdministers } from '../../parts/stores/use-administers.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { storeQuery } from '../queries.ts'
import { Addresses } from './addresses.tsx'
import { AlertChannels } from './alert-channels.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ApprovalLimit } from './approval-limit.tsx'
import { BrandSection } from './brand.tsx'
import { Ending } from './ending.tsx'
import { Endpoints } from './endpoints/endpoints.tsx'
import { Freeze } from './freeze.tsx'
import { GatewayKeysSection } from './gateway-keys.tsx'
import { NotifySecret } from './notify-secret.tsx'
import { PolicyForm } from './policy/policy-form.tsx'
import { Reports } from './reports/reports.tsx'
import { useStoreTexts } from './store-texts.ts'
import { Webhooks } from './webhooks.tsx'

export const StoreScreen = () => {
  const texts = useTexts()
  const ofStore = useStoreTexts()
  const { id } = useParams({ from: '/stores/$id' })
  const back = <Link to="/stores">{texts.sections.stores}</Link>
  const store = useQuery(storeQuery(id))
  return (
    <LoadedScreen query={store} name={ofStore.name} back={back}>
      {(found) => <Shown key={found.id} store={found} back={back} />}
    </LoadedScreen>
  )
}

const Shown = ({ store, back }: { store: Schemas['WholeStore']; back: ReactNode }) => {
  const texts = useTexts()
  const ofStore = useStoreTexts()
  const { field } = useSearch({ from: '/stores/$id' })
  const administers = useAdministers(store.organization_id)
  const acts = useActs(store.organization_id)
  const isOwn = store.platform === 'headless'
  const parts = [
    ['webhooks', ofStore.webhooks.title],
    ['gateway', ofStore.gateway.title],
    ['addresses', isOwn ? ofStore.addresses.title : ofStore.addresses.titleOfPlatform],
    ['keys', ofStore.keys.title],
    ...(isOwn ? [['notify', ofStore.notify.title]] : []),
    ['endpoints', ofStore.endpoints.title],
    ['brand', ofStore.brand.title],
    ['policy', ofStore.policy.title],
    ['approval', ofStore.approval.title],
    ['alerts', ofStore.alertChannels.title],
    ['reports', ofStore.reports.title],
    ['freeze', store.frozen_at ? ofStore.freeze.titleFrozen : ofStore.freeze.title],
    ['ending', store.disabled_at ? ofStore.ending.enable : ofStore.ending.title],
  ]
  return (
    <Stack gap="lg" maw={860}>
      <Stack gap="xs">
        {back}
        <Group gap="sm">
          <ScreenTitle name={store.name}>
            <bdi>{store.name}</bdi>
          </ScreenTitle>
          <StatusBadge state={store.environment} text={texts.environments[store.environment]} />
          {store.disabled_at ? <StatusBadge state="failed" text={ofStore.disabled} /> : null}
          {store.frozen_at ? <StatusBadge state="failed" text={ofStore.frozen} /> : null}
        </Group>
        <Text c="dimmed">
          <span className="code">{store.id}</span> · {nameOf(texts.platforms, store.platform)} ·{' '}
          {ofStore.connected} <Moment at={store.connected_at} />
        </Text>
        {administers ? (
          <nav className="jump small" aria-label={ofStore.parts}>
            {parts.map(([id, name]) => (
              <a key={id} href={`#${id}`}>
                {name}
              </a>
            ))}
          </nav>
        ) : null}
        {administers === false ? <p className="notice">{texts.ownerOnly}</p> : null}
      </Stack>
      <Webhooks store={store} isFocused={field === 'webhook_secret'} canChange={administers} />
      {administers ? (
        <>
          <GatewayKeysSection store={store} isFocused={field === 'secret_key'} />
          <Addresses store={store} />
          <ApiKeys store={store} />
          {isOwn ? <NotifySecret store={store} /> : null}
          <Endpoints store={store} />
          <BrandSection store={store} />
          <PolicyForm store={store} />
          <ApprovalLimit store={store} />
          <AlertChannels storeId={store.id} />
        </>
      ) : null}
      <Reports storeId={store.id} />
      {acts || store.frozen_at ? <Freeze store={store} /> : null}
      {administers ? <Ending store={store} /> : null}
    </Stack>
  )
}
