export type { Chaos, ChaosOptions, FaultChaos, FaultChaosOptions } from './chaos/chaos.ts'
export { CHAOS_PRESETS, type ChaosPreset, type FaultPresetName } from './chaos/presets.ts'
export { type ConnectOptions, connectGateway } from './connect-gateway.ts'
export type { Books, Charge, RecordedEvent } from './gateway/books.ts'
export { type CardName, cards } from './gateway/cards.ts'
export type { Clock, Duration } from './gateway/clock.ts'
export type {
  ChallengeOutcome,
  Customer,
  PaymentTarget,
  PayOptions,
  PayResult,
  TokenOptions,
} from './gateway/customer.ts'
export type { Endpoint, Endpoints } from './gateway/endpoints.ts'
export type {
  ApiFaults,
  FaultOptions,
  Faults,
  PlannedFault,
  WebhookFaults,
} from './gateway/faults.ts'
export {
  type Gateway,
  type GatewayControls,
  puenteSettings,
  type RemoteGateway,
} from './gateway/gateway.ts'
export type {
  JournalDelivery,
  JournalDropped,
  JournalEntry,
  JournalReader,
  JournalRequest,
} from './gateway/journal.ts'
export type { Keys } from './gateway/keys.ts'
export type { Portal } from './gateway/portal.ts'
export type { Profile, ProfileSwitches } from './gateway/profile.ts'
export { SimulatorError } from './gateway/send.ts'
export type { Assertions } from './matchers/assertions.ts'
export { type GatewayMatchers, matchers } from './matchers/matchers.ts'
export type {
  ChargeExpectation,
  DeliveryExpectation,
  RefundExpectation,
} from './matchers/verdicts.ts'
export { type GatewayOptions, startGateway } from './start-gateway.ts'
export { VERSION } from './version.ts'
