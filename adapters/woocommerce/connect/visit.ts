import type { Request, Response } from 'express'
import type { Language } from '../../../src/locales/language.ts'
import type { GatewayOfKey } from '../../adapter.ts'
import { WOO_TEXTS } from '../texts.ts'
import type { FinishDeps } from './finish.ts'
import { sendCard } from './pages/send-card.ts'
import { type Obstacle, problemCard } from './pages/state-page.ts'
import type { ConnectionAddresses } from './pages/urls.ts'
import type { PendingConnection } from './pending-connection.ts'

export interface ConnectionDeps extends FinishDeps {
  /** Reads the account of a key without a store. */
  gatewayOf: GatewayOfKey
  /** If set, required to connect a store. */
  connectCode: string | undefined
}

export interface ConnectVisit {
  request: Request
  response: Response
  begun: PendingConnection
  locale: Language
  addresses: ConnectionAddresses
}

export const sendObstacle = (
  { request, response, begun, locale }: ConnectVisit,
  obstacle: Obstacle,
): void => {
  const { title } = WOO_TEXTS[locale].connect.problems[obstacle.problem]
  response.status(424)
  sendCard(request, response, { locale, title, begun, card: problemCard(locale, obstacle) })
}
