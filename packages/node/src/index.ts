export type { CallOptions } from './call/caller.ts'
export {
  type ApiErrorCode,
  type ApiFailure,
  isPuenteError,
  type LocalErrorCode,
  PuenteError,
  type PuenteErrorCode,
  type PuenteFailure,
  type Result,
  type RetryAdvice,
  resultOf,
} from './call/errors.ts'
export type { Environment, Fetch, PuenteOptions, Retrying, Wait } from './call/settings.ts'
export { createPuente, type Puente } from './client.ts'
export type { Delivery, DeliveryReport, FeedOptions, Target } from './feed/deliver.ts'
export type { WaitFor } from './feed/delivered.ts'
export type { Listening, ListenOptions } from './feed/listen.ts'
export type { Replayed as ReplayResult, ReplayOptions } from './feed/replay.ts'
export type * from './generated/merchant-api.ts'
export { ERROR_CODES, NOTIFICATION_TYPES } from './generated/merchant-api.ts'
export {
  expressHandler,
  keepRawBody,
  type NodeRequest,
  type NodeResponse,
} from './handlers/express.ts'
export { type FastifyInstance, fastifyPlugin } from './handlers/fastify.ts'
export { fetchHandler } from './handlers/fetch.ts'
export type { HandlerOptions } from './handlers/receive.ts'
export {
  isOrderEvent,
  type NotificationEvent,
  type NotificationType,
  type OrderEvent,
  type UnknownEvent,
} from './notifications/events.ts'
export type { NotifySecrets } from './notifications/signature.ts'
export {
  type HeadersGiven,
  type RefusalReason,
  type Verified,
  type VerifyOptions,
  verifyNotification,
} from './notifications/verify.ts'
export { VERSION } from './version.ts'
