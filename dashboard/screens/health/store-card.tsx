import { Badge, Group, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { AvailabilitySignal } from './availability-signal.tsx'
import { useHealthTexts } from './health-texts.ts'
import { needsAttention } from './needs-attention.ts'
import { QueueSignal } from './queue-signal.tsx'
import { ReconciliationSignal } from './reconciliation-signal.tsx'
import { WebhooksSignal } from './webhooks-signal.tsx'

export const StoreCard = ({
  health,
  circuitOf,
}: {
  health: Schemas['StoreHealth']
  circuitOf: ReadonlyMap<string, Schemas['CircuitOfStore']>
}) => {
  const { format } = useLanguage()
  const { environments } = useTexts()
  const texts = useHealthTexts()
  const { store_id: id, open_alerts: alerts } = health
  const store = useStores().find((one) => one.id === id)
  return (
    <li className="card store-health" data-attention={needsAttention(health) || undefined}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Group gap="sm">
          <Title order={2}>
            <StoreName id={id} />
          </Title>
          {store ? (
            <Badge className="status" variant="outline" tt="none">
              {environments[store.environment]}
            </Badge>
          ) : null}
        </Group>
        {alerts > 0 ? <Link to="/">{format(texts.alerts, { count: alerts })}</Link> : null}
      </Group>
      <ul className="bare signals">
        <AvailabilitySignal
          name={texts.gateway}
          availability={health.gateway_account}
          circuitId={`gateway:${id}`}
          circuitOf={circuitOf}
        />
        <AvailabilitySignal
          name={texts.storefront}
          availability={health.storefront}
          circuitId={`store:${id}`}
          circuitOf={circuitOf}
        />
        <WebhooksSignal health={health} locale={store?.locale} />
        <QueueSignal health={health} />
        <ReconciliationSignal health={health} />
      </ul>
    </li>
  )
}
