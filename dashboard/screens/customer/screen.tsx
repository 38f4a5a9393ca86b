import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { useActs, useAdministers } from '../../parts/stores/use-administers.ts'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { FactsOfSums } from '../orders/order-sums.tsx'
import { OrderTable } from '../orders/order-table.tsx'
import { customerQuery, storeQuery } from '../queries.ts'
import { NoteOfCustomer } from './note.tsx'
import { PersonalData } from './personal-data.tsx'
import { SavedCards } from './saved-cards.tsx'

type Customer = Schemas['WholeCustomer']

export const CustomerScreen = () => {
  const texts = useTexts()
  const { id } = useParams({ from: '/customers/$id' })
  const back = <Link to="/customers">{texts.sections.customers}</Link>
  return (
    <LoadedScreen query={useQuery(customerQuery(id))} name={texts.customer.title} back={back}>
      {/* Keeps the order id in the address: the newest order changes with each charge. */}
      {(customer) => <Shown customer={{ ...customer, id }} back={back} />}
    </LoadedScreen>
  )
}

const Shown = ({ customer, back }: { customer: Customer; back: ReactNode }) => {
  const { customers, customer: texts } = useTexts()
  const { name, email, phone, identity_number: identity } = customer.customer
  const shownName = name ?? email ?? phone ?? identity ?? customers.noName
  const organization = useQuery(storeQuery(customer.store_id)).data?.organization_id
  const acts = useActs(organization) ?? false
  const administers = useAdministers(organization) ?? false
  return (
    <Stack gap="xl" maw={1440}>
      <Stack gap="xs">
        {back}
        <ScreenTitle name={shownName}>
          <bdi>{shownName}</bdi>
        </ScreenTitle>
        <Text c="dimmed">
          <StoreName id={customer.store_id} /> · {texts.groupedBy[customer.grouped_by]}
        </Text>
      </Stack>
      <div className="order-columns">
        <Stack gap="xl">
          <FactsOfSums sums={customer.sums} label={texts.sums} />
          <Orders id={customer.id} />
        </Stack>
        <div className="order-side">
          <Contact customer={customer} />
          <NoteOfCustomer customer={customer} acts={acts} />
          <SavedCards key={customer.id} customer={customer} acts={acts} />
          <PersonalData customer={customer} administers={administers} name={shownName} />
        </div>
      </div>
    </Stack>
  )
}

const Contact = ({ customer }: { customer: Customer }) => {
  const { customers, customer: texts } = useTexts()
  const others = customer.names.filter((name) => name !== customer.customer.name)
  const valuesOf = (kind: Customer['grouped_by']) => {
    const values = customer.identifiers.filter((one) => one.kind === kind)
    if (values.length === 0) return null
    return values.map(({ value }) => (
      <div key={value}>
        <bdi>{value}</bdi>
      </div>
    ))
  }
  return (
    <section className="card side">
      <Title order={2}>{customers.contact}</Title>
      <Facts
        facts={{
          [texts.kinds.email]: valuesOf('email'),
          [texts.kinds.phone]: valuesOf('phone'),
          [texts.kinds.identity_number]: valuesOf('identity_number'),
          [texts.alsoNamed]: others.length > 0 && <bdi>{others.join(', ')}</bdi>,
          [texts.since]: <Moment at={customer.first_order_at} />,
        }}
      />
    </section>
  )
}

const Orders = ({ id }: { id: string }) => {
  const texts = useTexts()
  const pages = usePages(pagesQuery('/operator/v1/orders', { customer: id, limit: 20 }))
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.customer.orders}</Title>
        </Group>
        <PageList
          pages={pages}
          loading={<Skeleton h={160} radius="lg" />}
          empty={<Text c="dimmed">{texts.orders.nothing}</Text>}
        >
          {(orders) => (
            <Scroll label={texts.customer.orders}>
              <OrderTable orders={orders} isOfOneCustomer />
            </Scroll>
          )}
        </PageList>
      </Stack>
    </section>
  )
}
