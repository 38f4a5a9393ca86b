import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { pagesOfHealth } from '../queries.ts'
import { useHealthTexts } from './health-texts.ts'
import { InstallationNotice } from './installation-notice.tsx'
import { needsAttention } from './needs-attention.ts'
import { StoreCard } from './store-card.tsx'

/** The change stream does not report circuits: poll. */
const REFETCH_MS = 10_000

/** Shows outages and the orders queued behind them. */
export const HealthScreen = () => {
  const { format, texts: all } = useLanguage()
  const texts = useHealthTexts()
  const { store } = useSearch({ from: '/status' })
  const navigate = useNavigate({ from: '/status' })
  const query = store ? { store_id: store } : {}
  const pages = usePages(pagesOfHealth(store), { againEveryMs: REFETCH_MS })
  const circuits = use.useQuery(
    'get',
    '/operator/v1/circuits',
    { params: { query } },
    { refetchInterval: REFETCH_MS },
  )
  const circuitOf = new Map(circuits.data?.data.map((circuit) => [circuit.id, circuit]))
  return (
    <Stack gap="lg" maw={1440}>
      <ScreenTitle name={texts.title} />
      <Group className="filters">
        <StoreSelect
          value={store}
          set={(chosen) =>
            void navigate({ search: chosen ? { store: chosen } : {}, replace: true })
          }
        />
      </Group>
      <InstallationNotice />
      <PageList
        pages={pages}
        loading={
          <div role="status" aria-label={all.loading}>
            <Skeleton h={320} radius="lg" />
          </div>
        }
        empty={
          <Text c="dimmed" aria-live="polite" size="lg">
            {texts.none}
          </Text>
        }
        keepsRows
      >
        {(rows) => (
          <>
            <Text c="dimmed" aria-live="polite" size="lg">
              {format(texts.summary, {
                stores: rows.length,
                failing: rows.filter(needsAttention).length,
              })}
            </Text>
            <ul className="bare cards">
              {rows
                .toSorted((one, other) => rankOf(one) - rankOf(other))
                .map((health) => (
                  <StoreCard key={health.store_id} health={health} circuitOf={circuitOf} />
                ))}
            </ul>
          </>
        )}
      </PageList>
    </Stack>
  )
}

/** Unhealthy stores first. */
const rankOf = (health: Schemas['StoreHealth']): number => (needsAttention(health) ? 0 : 1)
