import { Group, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { InstallationNotice } from './installation-notice.tsx'
import { needsAttention } from './needs-attention.ts'
import { pagesOfHealth } from './pages-of-health.ts'
import { HealthSkeleton } from './skeleton.tsx'
import { StoreCard } from './store-card.tsx'

/** The change stream does not report circuits: poll. */
const REFETCH_MS = 10_000

/** Store health: outages and the orders queued behind them. */
export const HealthScreen = () => {
  const { format } = useLanguage()
  const texts = useTexts().health
  const { store } = useSearch({ from: '/status' })
  const navigate = useNavigate({ from: '/status' })
  const query = store ? { store_id: store } : {}
  const pages = usePages(...pagesOfHealth(store), { againEveryMs: REFETCH_MS })
  const circuits = use.useQuery(
    'get',
    '/operator/v1/circuits',
    { params: { query } },
    { refetchInterval: REFETCH_MS },
  )
  const circuitOf = new Map(circuits.data?.data.map((circuit) => [circuit.id, circuit]))
  const rows = pages.rows.toSorted((one, other) => rankOf(one) - rankOf(other))
  const failing = rows.filter(needsAttention).length
  return (
    <Stack gap="lg" maw={860}>
      <ScreenTitle name={texts.title} />
      <Group className="filters">
        <StoreSelect
          label={texts.store}
          value={store}
          set={(chosen) =>
            void navigate({ search: chosen ? { store: chosen } : {}, replace: true })
          }
        />
      </Group>
      <InstallationNotice />
      {pages.error && pages.rows.length === 0 ? (
        <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
      ) : pages.isPending ? (
        <HealthSkeleton />
      ) : (
        <>
          <Text c="dimmed" aria-live="polite" size="lg">
            {rows.length === 0
              ? texts.none
              : format(texts.summary, { stores: rows.length, failing })}
          </Text>
          <Stack component="ul" gap="md" className="bare">
            {rows.map((health) => (
              <StoreCard key={health.store_id} health={health} circuitOf={circuitOf} />
            ))}
          </Stack>
          <MoreButton pages={pages} />
        </>
      )}
    </Stack>
  )
}

/** Unhealthy stores first. */
const rankOf = (health: Schemas['StoreHealth']): number => (needsAttention(health) ? 0 : 1)
