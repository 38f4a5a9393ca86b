import type { Call, CallOptions } from '../call/caller.ts'
import { rowsOf } from '../call/pages.ts'
import type {
  BrandChanges,
  EndpointChanges,
  EraseCustomerRequest,
  ExportCustomerRequest,
  ListEventsQuery,
  ListNotificationsQuery,
  ListProblemsQuery,
  ListReconciliationsQuery,
  ListSettlementsQuery,
  ListTasksQuery,
  NewEndpoint,
  PreviewEndpointReplayQuery,
  ReadFeedQuery,
  ReadReconciliationQuery,
  ReadSettlementsCsvQuery,
  ReconciliationRequest,
  ReplayRequest,
  ReplayToEndpoint,
  RotateEndpointSecretRequest,
  RotateNotifySecretRequest,
  RotateSecretKeyRequest,
  RotateWebhookSecretRequest,
  UpdateStoreRequest,
} from '../generated/merchant-api.ts'

/** The store, its alerts, deliveries, tasks and reconciliation. */
export const operationResources = (call: Call) => ({
  store: {
    retrieve: (options?: CallOptions) => call('readStore', {}, options),
    /** Absent fields keep their values. */
    update: (body: UpdateStoreRequest, options?: CallOptions) =>
      call('updateStore', { body }, options),
    brand: (options?: CallOptions) => call('readBrand', {}, options),
    /** Sets the colour and the logo of customers' pages. */
    updateBrand: (body: BrandChanges, options?: CallOptions) =>
      call('updateBrand', { body }, options),
    rotateNotifySecret: (body: RotateNotifySecretRequest = {}, options?: CallOptions) =>
      call('rotateNotifySecret', { body }, options),
    rotateWebhookSecret: (body: RotateWebhookSecretRequest, options?: CallOptions) =>
      call('rotateWebhookSecret', { body }, options),
    rotateSecretKey: (body: RotateSecretKeyRequest, options?: CallOptions) =>
      call('rotateSecretKey', { body }, options),
    /** Sends a test notification (`puente.test`) to the notify URL. */
    testNotification: (options?: CallOptions) => call('testNotification', {}, options),
  },

  /** Requests of customers about their data. */
  personalData: {
    export: (customer: ExportCustomerRequest['customer'], options?: CallOptions) =>
      call('exportCustomer', { body: { customer } }, options),
    /** Repeat it while the outcome is `later`. */
    erase: (customer: EraseCustomerRequest['customer'], options?: CallOptions) =>
      call('eraseCustomer', { body: { customer } }, options),
  },

  alerts: {
    list: (query?: ListProblemsQuery, options?: CallOptions) =>
      call('listProblems', { query }, options),
    listAll: (query?: ListProblemsQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listProblems', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    close: (id: string, options?: CallOptions) => call('closeProblem', { path: { id } }, options),
  },

  /** Notifications to the shop. */
  notifications: {
    list: (query?: ListNotificationsQuery, options?: CallOptions) =>
      call('listNotifications', { query }, options),
    listAll: (query?: ListNotificationsQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listNotifications', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    /** Puente sends the notification to the shop again, under the same `webhook-id`. */
    resend: (id: string, options?: CallOptions) =>
      call('resendNotification', { path: { id } }, options),
    /** Puente sends what waits for a paused or failing shop. */
    resume: (options?: CallOptions) => call('resumeNotifications', {}, options),
    /** A page of what Puente and the gateway sent, oldest first; `listen` follows it. */
    feed: (query?: ReadFeedQuery, options?: CallOptions) => call('readFeed', { query }, options),
  },

  /** Addresses that get notifications besides the store's notify URL. */
  endpoints: {
    list: (options?: CallOptions) => call('listEndpoints', {}, options),
    /** Its `secret` is shown only once. */
    create: (body: NewEndpoint, options?: CallOptions) => call('createEndpoint', { body }, options),
    retrieve: (id: string, options?: CallOptions) =>
      call('readEndpoint', { path: { id } }, options),
    /** Absent fields keep their values; `enabled` stops or starts the endpoint. */
    update: (id: string, body: EndpointChanges, options?: CallOptions) =>
      call('updateEndpoint', { path: { id }, body }, options),
    remove: (id: string, options?: CallOptions) =>
      call('deleteEndpoint', { path: { id } }, options),
    rotateSecret: (id: string, body: RotateEndpointSecretRequest = {}, options?: CallOptions) =>
      call('rotateEndpointSecret', { path: { id }, body }, options),
    /** Sends a test notification (`puente.test`). */
    test: (id: string, options?: CallOptions) => call('testEndpoint', { path: { id } }, options),
    /** Counts what a replay would send. */
    previewReplay: (id: string, query: PreviewEndpointReplayQuery, options?: CallOptions) =>
      call('previewEndpointReplay', { path: { id }, query }, options),
    /** Sends what the endpoint missed since a time. */
    replay: (id: string, body: ReplayToEndpoint, options?: CallOptions) =>
      call('replayToEndpoint', { path: { id }, body }, options),
  },

  /** Webhooks of the gateway and the platform. */
  events: {
    list: (query?: ListEventsQuery, options?: CallOptions) =>
      call('listEvents', { query }, options),
    listAll: (query?: ListEventsQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listEvents', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    retrieve: (id: string, options?: CallOptions) => call('readEvent', { path: { id } }, options),
    /** Replays an event that Puente gave up. */
    replay: (id: string, options?: CallOptions) => call('replayEvent', { path: { id } }, options),
  },

  webhookHealth: {
    retrieve: (options?: CallOptions) => call('readWebhookHealth', {}, options),
    /** Sends a test event to the store's webhook address. */
    selfTest: (options?: CallOptions) => call('testWebhooks', {}, options),
  },

  reconciliations: {
    begin: (body: ReconciliationRequest, options?: CallOptions) =>
      call('beginReconciliation', { body }, options),
    list: (query?: ListReconciliationsQuery, options?: CallOptions) =>
      call('listReconciliations', { query }, options),
    listAll: (query?: ListReconciliationsQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listReconciliations', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    retrieve: (id: string, query?: ReadReconciliationQuery, options?: CallOptions) =>
      call('readReconciliation', { path: { id }, query }, options),
    /** Iterates over the differences of all pages of a report. */
    listAllDifferences: (id: string, query?: ReadReconciliationQuery, options?: CallOptions) =>
      rowsOf(async (cursor) => {
        const given = { path: { id }, query: { ...query, cursor } }
        return (await call('readReconciliation', given, options)).differences
      }, query?.cursor),
    reportCsv: (id: string, options?: CallOptions) =>
      call('readReconciliationCsv', { path: { id } }, options),
    stop: (id: string, options?: CallOptions) =>
      call('stopReconciliation', { path: { id } }, options),
    resume: (id: string, options?: CallOptions) =>
      call('resumeReconciliation', { path: { id } }, options),
  },

  settlements: {
    list: (query: ListSettlementsQuery, options?: CallOptions) =>
      call('listSettlements', { query }, options),
    csv: (query: ReadSettlementsCsvQuery, options?: CallOptions) =>
      call('readSettlementsCsv', { query }, options),
  },

  tasks: {
    list: (query?: ListTasksQuery, options?: CallOptions) => call('listTasks', { query }, options),
    listAll: (query?: ListTasksQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listTasks', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    retrieve: (id: string, options?: CallOptions) => call('readTask', { path: { id } }, options),
    tryNow: (id: string, options?: CallOptions) => call('tryTask', { path: { id } }, options),
    /** Replays a dead task. */
    replay: (id: string, options?: CallOptions) => call('replayTask', { path: { id } }, options),
    /** Replays dead tasks by kind and time of death. */
    replayAll: (body: ReplayRequest, options?: CallOptions) =>
      call('replayTasks', { body }, options),
  },

  circuits: {
    list: (options?: CallOptions) => call('listCircuits', {}, options),
    tryNow: (id: string, options?: CallOptions) => call('tryCircuit', { path: { id } }, options),
  },
})
