import { onTestFinished } from 'vitest'
import {
  type Gateway,
  type GatewayOptions,
  startGateway,
} from '../../../packages/simulator/src/index.ts'
import type { Json } from '../../support/world.ts'

/** Starts a gateway for one test. */
export const gatewayForTest = async (options?: GatewayOptions): Promise<Gateway> => {
  const gateway = await startGateway(options)
  onTestFinished(() => gateway.close())
  return gateway
}

/** Calls the API with the test key, as a shop's backend. */
export const call = async (
  gateway: Gateway,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Json }> => {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${gateway.keys.secret}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Creates a payment of 100 lempiras. */
export const createPayment = async (
  gateway: Gateway,
  reference: string,
  fields: object = {},
): Promise<Json> => {
  const order = { amount: 100, external_reference: reference, name: 'Order', ...fields }
  return (await call(gateway, 'POST', '/v1/payments', order)).body
}

export const payOrder = async (gateway: Gateway, reference: string): Promise<string> => {
  const { id } = await createPayment(gateway, reference)
  return (await gateway.pay(id)).transactionId
}
