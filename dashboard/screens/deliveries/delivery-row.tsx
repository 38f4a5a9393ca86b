import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { orderLabel } from '../../parts/order-link.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'

export const DeliveryRow = ({
  title,
  state,
  word,
  storeId,
  order,
  children,
  act,
  more,
}: {
  title: ReactNode
  state: string
  word: string
  storeId: string
  order?: Schemas['OrderReference'] | null
  children: ReactNode
  act?: ReactNode
  /** Rendered lazily, together with its query. */
  more: () => ReactNode
}) => {
  const texts = useTexts().deliveries
  const hasManyStores = useStores().length > 1
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <li className="signal">
      <div className="signal-head">
        <strong>{title}</strong>
        <StatusBadge state={state} text={word} />
      </div>
      <div className="signal-body small">
        <Dotted>
          {order ? (
            <Link to="/orders/$id" params={{ id: order.id }}>
              {texts.order} <bdi>{orderLabel(order)}</bdi>
            </Link>
          ) : null}
          {hasManyStores ? <StoreName id={storeId} /> : null}
          {children}
        </Dotted>
      </div>
      <div className="signal-act">
        <Button variant="subtle" size="compact-md" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? texts.hide : texts.show}
        </Button>
        {act}
      </div>
      <Collapse className="signal-below" expanded={isOpen}>
        {isOpen ? <div className="delivery-more">{more()}</div> : null}
      </Collapse>
    </li>
  )
}
