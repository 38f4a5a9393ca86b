import type { DeliveryCall } from '../../db/tables/tasks.ts'
import { recordCalls } from '../notifications/record-calls.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotificationEndpoint } from '../ports/storefront.ts'

/** Type of a test notification, which has no order. */
export const TEST_TYPE = 'puente.test'

export interface EndpointTestResult {
  isAccepted: boolean
  call: DeliveryCall | undefined
  error: string | undefined
}

/** Sends a signed test notification at once, without a task: no retry, no list shows it. */
export const testEndpoint = async (
  { ids, clock }: Pick<PaymentsContext, 'ids' | 'clock'>,
  { post }: NotificationEndpoint,
): Promise<EndpointTestResult> => {
  const { note, calls } = recordCalls()
  const body = JSON.stringify({
    type: TEST_TYPE,
    timestamp: clock.now().toISOString(),
    data: {},
  })
  const result = await post({ id: ids.next('msg'), body }, note)
  const error = result.outcome === 'failed' ? result.detail : undefined
  return { isAccepted: result.outcome === 'delivered', call: calls[0], error }
}
