import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { RowTable } from '../../parts/row-table.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { known } from '../../parts/search.ts'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { useIsHere } from '../../parts/use-is-here.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { pagesOfCustomers } from '../queries.ts'
import type { CustomerSearch } from './customer-search.ts'

type Customer = Schemas['CustomerOfStore']

export const CustomersScreen = () => {
  const texts = useTexts().customers
  const search = useSearch({ from: '/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const isHere = useIsHere()
  const change = (
    changed: {
      [Field in keyof CustomerSearch]: CustomerSearch[Field] | undefined
    },
  ) => {
    if (isHere()) void navigate({ search: known({ ...search, ...changed }), replace: true })
  }
  const pages = usePages(pagesOfCustomers(search))
  return (
    <Stack gap="lg">
      <ScreenTitle name={texts.title} />
      <search>
        <Group gap="sm" align="flex-end" className="filters">
          <SearchField
            label={texts.find}
            description={texts.findHint}
            value={search.search}
            set={(text) => change({ search: text })}
            data-find
          />
          <StoreSelect value={search.store} set={(store) => change({ store })} />
        </Group>
      </search>
      <PageList
        pages={pages}
        loading={<Skeleton h={240} radius="lg" />}
        empty={<Text c="dimmed">{search.search ? texts.noMatch : texts.nothing}</Text>}
      >
        {(customers) => <CustomerTable customers={customers} />}
      </PageList>
    </Stack>
  )
}

const CustomerTable = ({ customers }: { customers: readonly Customer[] }) => {
  const { texts } = useLanguage()
  const hasManyStores = useStores().length > 1
  const ofStore = {
    name: texts.orders.store,
    cell: ({ store_id }: Customer) => <StoreName id={store_id} />,
  }
  return (
    <RowTable
      highlightOnHover
      rows={customers}
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.customers.name,
          cell: ({ id, customer: { name, email, phone, identity_number: identity } }) => (
            <Link
              to="/customers/$id"
              params={{ id }}
              className="row-link"
              style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
            >
              <bdi>{name ?? email ?? phone ?? identity ?? texts.customers.noName}</bdi>
            </Link>
          ),
        },
        {
          name: texts.customers.contact,
          cell: ({ customer }) => <Contact customer={customer} />,
        },
        ...(hasManyStores ? [ofStore] : []),
        {
          name: texts.customers.newest,
          cell: ({ newest_order }) => <Moment at={newest_order.created_at} />,
        },
        {
          name: texts.customers.orders,
          ta: 'end' as const,
          cell: ({ order_count: count }) => <OrderCount count={count} />,
        },
      ]}
    />
  )
}

const Contact = ({ customer: { email, phone } }: Pick<Customer, 'customer'>) => (
  <div>
    {[email, phone].map((text) =>
      text ? (
        <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{text}</bdi>
        </Text>
      ) : null,
    )}
  </div>
)

/** Upper bound of the API's count. */
const MOST_COUNTED = 1_000

const OrderCount = ({ count }: { count: number }) => {
  const { texts, format } = useLanguage()
  return count < MOST_COUNTED ? count : format(texts.customers.many, { count })
}
