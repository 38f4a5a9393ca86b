import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { AlertSettings } from '../../src/alerting/channels/channels.ts'
import { alertTestsOf } from '../../src/alerting/test-channels.ts'
import { currencyByCode } from '../../src/domain/currencies.ts'
import type { StoreId } from '../../src/domain/ids.ts'
import { type Role, SCOPES_OF_ROLE } from '../../src/domain/rights.ts'
import { createGateway } from '../../src/gateway/client.ts'
import { openChangeStreams } from '../../src/http/api/changes/streams.ts'
import { operatorRouter, type SignedInPeople } from '../../src/http/api/operator/router.ts'
import type { GatewayOfKey } from '../../src/payments/ports/store-connecting.ts'
import type { InvitationMail } from '../../src/people/members/invitation-mail.ts'
import type { Person } from '../../src/people/person.ts'
import { answerErrors } from '../../src/runtime/http/problem.ts'
import { createTally } from '../../src/runtime/log/tally.ts'
import type { ApiAnswer, World } from './world.ts'

export const personWith = (
  id: string,
  roles: Record<string, Role>,
  { operatorLimit, confirmedAt = new Date() }: { operatorLimit?: bigint; confirmedAt?: Date } = {},
): Person => {
  const currency = currencyByCode('HNL')
  return {
    id,
    name: id,
    email: `${id}@example.com`,
    sessionId: `session of ${id}`,
    hasSecondFactor: false,
    hasPasskeys: false,
    hasPassword: true,
    confirmedAt,
    memberships: Object.entries(roles).map(([organizationId, role]) => ({
      organizationId,
      organizationName: organizationId,
      requiresSecondFactor: false,
      role,
      rights: {
        scopes: SCOPES_OF_ROLE[role],
        refundDayLimit: undefined,
        refundLimit:
          operatorLimit !== undefined && role === 'operator' && currency
            ? { minor: operatorLimit, currency }
            : undefined,
      },
    })),
  }
}

export const makeOrganization = async ({ puente }: World, id: string): Promise<void> => {
  await puente.ctx.db.query
    .insertInto('organizations')
    .values({ id, name: id, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Creates the organization if missing. */
export const moveStore = async (
  world: World,
  { storeId, organizationId }: { storeId: StoreId; organizationId: string },
): Promise<void> => {
  await makeOrganization(world, organizationId)
  await world.puente.ctx.db.query
    .updateTable('stores')
    .set({ organization_id: organizationId })
    .where('id', '=', storeId)
    .execute()
}

export interface OperatorApi {
  url: string
  /** By `x-person` header. */
  people: Map<string, Person>
  call(
    person: Person | undefined,
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<ApiAnswer>
  close(): Promise<void>
}

/** Replaces the session by `x-person`. */
export const startOperatorApi = async (
  { puente: { ctx, sealer }, gatewayUrl, settings }: World,
  {
    mailServer,
    alerts = { language: 'es' },
    ...options
  }: Parameters<typeof openChangeStreams>[1] &
    Partial<Pick<InvitationMail, 'mailServer'>> & { alerts?: AlertSettings } = {},
): Promise<OperatorApi> => {
  const people = new Map<string, Person>()
  const signedIn: SignedInPeople = {
    personOf: async (headers) => people.get(String(headers['x-person'])),
    forgeryOf: () => undefined,
  }
  const changes = openChangeStreams(ctx, options)
  const app = express()
  const gatewayOf: GatewayOfKey = (secretKey, language) =>
    createGateway({
      baseUrl: gatewayUrl,
      secretKey,
      timeoutMs: settings.GATEWAY_TIMEOUT_MS,
      language,
      log: ctx.log,
    })
  const mail = { mailServer, language: 'es' } as const
  const connecting = { sealer, gatewayOf }
  const testAlerts = alertTestsOf(ctx, { settings: alerts, sealer })
  const secondFactorRefunds = { from: [], minutes: 15 }
  const services = { changes, mail, connecting, testAlerts, secondFactorRefunds, largeRefunds: [] }
  const callers = { authenticated: async () => undefined, stranger: async () => undefined }
  app.use(operatorRouter(ctx, { signedIn, callers, ...services }))
  const { tallyError, close: closeTally } = createTally(ctx.log)
  app.use(answerErrors(ctx.log, tallyError))
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    people,
    call: async (person, method, path, { body, headers = {} } = {}) => {
      if (person) people.set(person.id, person)
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(person ? { 'x-person': person.id } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = /json/.test(answer.headers.get('content-type') ?? '')
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? JSON.parse(text) : text,
      }
    },
    close: async () => {
      await changes.close()
      closeTally()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
