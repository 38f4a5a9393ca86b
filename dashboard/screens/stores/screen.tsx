import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { DemoDataButton } from '../../parts/first-steps/demo-data.tsx'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { useIsHere } from '../../parts/use-is-here.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { pagesOfStores } from '../queries.ts'

export const StoresScreen = () => {
  const { loading, stores: texts } = useTexts()
  const { search } = useSearch({ from: '/stores' })
  const navigate = useNavigate({ from: '/stores' })
  const isHere = useIsHere()
  const pages = usePages(pagesOfStores(search ? { search } : {}))
  const isFindable = pages.hasNextPage || search !== undefined
  return (
    <Stack gap="lg" maw={1440}>
      <Group justify="space-between">
        <ScreenTitle name={texts.title} />
        <LinkButton to="/stores/new">{texts.connect}</LinkButton>
      </Group>
      {isFindable ? (
        <search>
          <SearchField
            label={texts.find}
            value={search}
            set={(text) => {
              if (isHere()) void navigate({ search: text ? { search: text } : {}, replace: true })
            }}
          />
        </search>
      ) : null}
      <PageList
        pages={pages}
        loading={
          <div role="status" aria-label={loading}>
            <Skeleton h={240} radius="lg" />
          </div>
        }
        empty={<Text c="dimmed">{texts.nothing}</Text>}
      >
        {() => (
          <ul className="bare cards">
            {pages.data?.pages.map(({ data }) => (
              <PageOfStores key={data[0]?.id} stores={data} />
            ))}
          </ul>
        )}
      </PageList>
      <DemoDataButton />
    </Stack>
  )
}

/** Loads a page's health in one request. */
const PageOfStores = ({ stores }: { stores: readonly Schemas['StoreOfPerson'][] }) => {
  const query = { ids: stores.map(({ id }) => id).join(','), limit: stores.length }
  const found = use.useQuery(
    'get',
    '/operator/v1/health',
    { params: { query } },
    { enabled: stores.length > 0 },
  )
  return stores.map((store) => (
    <StoreRow
      key={store.id}
      store={store}
      health={found.data?.data.find(({ store_id: id }) => id === store.id)}
    />
  ))
}

const StoreRow = ({
  store,
  health,
}: {
  store: Schemas['StoreOfPerson']
  health: Schemas['StoreHealth'] | undefined
}) => {
  const { texts, format } = useLanguage()
  return (
    <li className="card store-row">
      <Stack gap={6}>
        <Group gap="sm">
          <Link to="/stores/$id" params={{ id: store.id }} className="store-link">
            <bdi>{store.name}</bdi>
          </Link>
          <StatusBadge state={store.environment} text={texts.environments[store.environment]} />
          {store.disabled_at ? <StatusBadge state="failed" text={texts.stores.disabled} /> : null}
          {store.frozen_at ? <StatusBadge state="failed" text={texts.stores.frozen} /> : null}
        </Group>
        <Text c="dimmed" size="xs">
          <span className="code">{store.id}</span> · {nameOf(texts.platforms, store.platform)}
        </Text>
        {health ? <HealthLine health={health} /> : null}
        {health && health.open_alerts > 0 ? (
          <Link to="/">{format(texts.stores.alerts, { count: health.open_alerts })}</Link>
        ) : null}
      </Stack>
    </li>
  )
}

const HealthLine = ({ health }: { health: Schemas['StoreHealth'] }) => {
  const texts = useTexts().stores
  const { gateway_account: gateway, storefront, webhooks_in: events } = health
  return (
    <Text size="xs">
      {gateway.since ? (
        <span className="warn">
          {texts.failing} <Moment at={gateway.since} />.{' '}
        </span>
      ) : null}
      {storefront.since ? (
        <span className="warn">
          {texts.shopFailing} <Moment at={storefront.since} />.{' '}
        </span>
      ) : null}
      {events.accepted_at ? (
        <>
          {texts.lastEvent} <Moment at={events.accepted_at} />
        </>
      ) : (
        texts.noEvent
      )}
    </Text>
  )
}
