import { Group, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { OrderTable } from '../orders/order-table.tsx'
import { latestOrdersQuery } from '../queries.ts'

export const LatestOrders = () => {
  const texts = useTexts()
  const orders = useQuery(latestOrdersQuery)
  return (
    <section className="card figure home-orders">
      <Group justify="space-between">
        <Title order={2}>{texts.attention.latestOrders}</Title>
        <Link to="/orders">{texts.attention.allOrders}</Link>
      </Group>
      <Loaded query={orders} frame={<Skeleton h={320} role="status" aria-label={texts.loading} />}>
        {({ data }) => <OrderTable orders={data} />}
      </Loaded>
    </section>
  )
}
