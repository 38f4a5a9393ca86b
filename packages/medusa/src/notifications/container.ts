import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import type { MedusaAmount } from '../money.js'
import type { WebhookRequest } from './verified.js'
import type { WebhookAction } from './webhook-action.js'

/** Medusa's container of services, of a request or a job. */
export interface Container {
  resolve(name: string): unknown
}

interface Query {
  graph(asked: {
    entity: string
    fields: readonly string[]
    filters: Readonly<Record<string, unknown>>
  }): Promise<{ data: unknown[] }>
}

interface PaymentModule {
  getWebhookActionAndData(event: {
    provider: string
    payload: WebhookRequest & { data: unknown }
  }): Promise<WebhookAction>
  authorizePaymentSession(id: string, context: Record<string, never>): Promise<unknown>
  deletePaymentSession(id: string): Promise<void>
  /** Changes the row alone, and calls no provider. */
  updatePaymentSessions(session: { id: string; status: string }): Promise<unknown>
  updatePayment(payment: {
    id: string
    data?: Record<string, unknown>
    metadata?: Record<string, unknown>
  }): Promise<unknown>
  updatePaymentCollections(id: string, changes: { amount: string }): Promise<unknown>
  refundPayment(refund: RefundInput): Promise<unknown>
  updateRefunds(refund: { id: string; metadata: Record<string, unknown> }): Promise<unknown>
  deleteRefunds(id: string): Promise<void>
  softDeleteRefunds(ids: string[]): Promise<unknown>
  restoreRefunds(ids: string[]): Promise<unknown>
}

export interface RefundInput {
  payment_id: string
  amount: string
  note: string
  refund_reason_id?: string | undefined
}

/** Ids of two linked records, by module. */
export type LinkedRecords = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Link {
  create(link: LinkedRecords): Promise<unknown>
  dismiss(link: LinkedRecords): Promise<unknown>
}

interface OrderTransaction {
  order_id: string
  amount: MedusaAmount
  currency_code: string
  reference: string
  reference_id: string
}

interface OrderModule {
  listOrderTransactions(filters: {
    order_id: string
    reference: string
    reference_id: string | string[]
  }): Promise<{ id: string; reference_id: string; raw_amount: MedusaAmount }[]>
  deleteOrderTransactions(ids: string[]): Promise<void>
  listOrderChanges(filters: { order_id: string; status: string[] }): Promise<{ id: string }[]>
  addOrderTransactions(transaction: OrderTransaction): Promise<unknown>
  retrieveOrder(id: string): Promise<{ status: string; metadata: Record<string, unknown> | null }>
  updateOrders(id: string, changes: { metadata: Record<string, unknown> }): Promise<unknown>
}

interface Locking {
  execute<Result>(
    key: string,
    work: () => Promise<Result>,
    options: { timeout: number },
  ): Promise<Result>
}

interface WorkflowEngine {
  run(id: string, given: { input: object }): Promise<{ result: unknown }>
}

interface Logger {
  warn(message: string): void
  error(message: string): void
}

/** Medusa's services that the notifications use. */
export const servicesOf = (container: Container) => ({
  query: container.resolve(ContainerRegistrationKeys.QUERY) as Query,
  log: container.resolve(ContainerRegistrationKeys.LOGGER) as Logger,
  payments: container.resolve(Modules.PAYMENT) as PaymentModule,
  orders: container.resolve(Modules.ORDER) as OrderModule,
  locking: container.resolve(Modules.LOCKING) as Locking,
  link: container.resolve(ContainerRegistrationKeys.LINK) as Link,
  workflows: container.resolve(Modules.WORKFLOW_ENGINE) as WorkflowEngine,
})

export type Services = ReturnType<typeof servicesOf>
