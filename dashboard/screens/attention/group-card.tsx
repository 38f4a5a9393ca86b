import { Button, Collapse, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { AlertAction } from './alert-action.tsx'
import { AlertNotes } from './alert-notes.tsx'
import { AlertSubject } from './alert-subject.tsx'
import { AlertsOfGroup } from './alerts-of-group.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

/** Alerts of one cause, the money at stake and the fix. */
export const GroupCard = ({
  group,
  isChosen,
}: {
  group: Schemas['AlertGroup']
  /** The URL names it: expand it and scroll to it. */
  isChosen: boolean
}) => {
  const { texts, format, language } = useLanguage()
  const [isOpen, { toggle }] = useDisclosure(isChosen)
  const card = useRef<HTMLLIElement>(null)
  const leadTo = useCallback(() => {
    if (isChosen) card.current?.scrollIntoView()
  }, [isChosen])
  useEffect(leadTo, [leadTo])
  const { newest } = group
  const isList = group.is_outage ? group.orders > 0 : group.alerts > 1
  const List = group.is_outage ? WaitingOrders : AlertsOfGroup
  const isOfOrders = group.is_outage || group.orders === group.alerts
  return (
    <li className="card group anchor" ref={card} aria-current={isChosen ? 'true' : undefined}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Text c="dimmed" size="xs">
            {group.store_id ? <StoreName id={group.store_id} /> : texts.attention.allStores} ·{' '}
            <Moment at={group.opened_at} />
          </Text>
          {group.money.length > 0 ? (
            <Text fw={700} className="amount at-stake">
              {group.money
                .map(({ amount, currency }) => moneyText(amount, currency, language))
                .join(' + ')}
            </Text>
          ) : null}
        </Group>
        <Text fw={600} size="lg" lh={1.35} component="h2">
          {group.what}
        </Text>
        {group.why.map((cause) => (
          <Text key={cause}>{cause}</Text>
        ))}
        {group.alerts === 1 && newest.order ? (
          <AlertSubject {...newest} order={newest.order} />
        ) : null}
        <Text>{group.todo}</Text>
        <Group gap="sm">
          <AlertAction group={group} />
          {isList ? (
            <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
              {isOpen
                ? texts.attention.hide
                : format(texts.attention.show, {
                    alerts: group.alerts,
                    orders: isOfOrders ? group.orders : 0,
                  })}
            </Button>
          ) : null}
        </Group>
        <Collapse expanded={isList && isOpen}>
          {isList && isOpen ? <List group={group} whenShown={leadTo} /> : null}
        </Collapse>
        <AlertNotes alert={newest} />
      </Stack>
    </li>
  )
}
