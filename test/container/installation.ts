import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/runtime/log/log.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { startEmbeddedPostgres } from '../../src/runtime/postgres/embedded-postgres.ts'
import type { Program } from '../../src/runtime/process/program.ts'

/** The sandbox's own secret key and webhook secret. */
export const GATEWAY_SECRETS = ['sk_test_sandbox', 'whsec_test_sandbox']

const startDatabases = async ({ open }: Program) => {
  const server = await open(
    () =>
      startEmbeddedPostgres({
        dataDir: mkdtempSync(join(tmpdir(), 'puente-image-')),
        log: createLog({ level: 'warn', service: 'test' }),
        isTemporary: true,
      }),
    ({ stop }) => stop(),
  )
  return {
    puente: await server.databaseUrl('puente'),
    sandbox: await server.databaseUrl('sandbox'),
  }
}

/** Settings of each container, in the network of this machine. `secrets` must not reach a log. */
export interface Plan {
  url: string
  gateway: string
  controlKey: string
  secrets: readonly string[]
  web: Record<string, string>
  worker: Record<string, string>
  sandbox: Record<string, string>
}

/** Starts PostgreSQL, and chooses ports and secrets for an installation with a store. */
export const planInstallation = async (program: Program, store: string): Promise<Plan> => {
  const { puente, sandbox } = await startDatabases(program)
  const [port, gatewayPort, webPrivatePort, workerPrivatePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const gateway = `http://127.0.0.1:${gatewayPort}`
  const controlKey = randomBytes(16).toString('hex')
  const sealingKey = randomBytes(32).toString('base64')
  const shared = {
    LISTEN_HOST: '127.0.0.1',
    DATABASE_URL: puente,
    SEALING_KEYS: `main:${sealingKey}`,
    PUBLIC_URL: url,
    GATEWAY_BASE_URL: `${gateway}/v1`,
    GATEWAY_EMBED_BASE_URL: `${gateway}/embed/v1`,
    GATEWAY_SDK_URL: `${gateway}/sdk/v1/connect.js`,
    GATEWAY_PORTAL_URL: `${gateway}/portal`,
    STORE_NETWORKS: '127.0.0.0/8',
  }
  return {
    url,
    gateway,
    controlKey,
    secrets: [
      sealingKey,
      controlKey,
      decodeURIComponent(new URL(puente).password),
      ...GATEWAY_SECRETS,
    ],
    web: { ...shared, ROLES: 'web', PORT: `${port}`, PRIVATE_PORT: `${webPrivatePort}` },
    worker: { ...shared, ROLES: 'worker', PRIVATE_PORT: `${workerPrivatePort}` },
    sandbox: {
      // The sandbox refuses to start in production, which the image presets.
      NODE_ENV: 'development',
      LISTEN_HOST: '127.0.0.1',
      SANDBOX_PORT: `${gatewayPort}`,
      SANDBOX_DATABASE_URL: sandbox,
      SANDBOX_PUBLIC_URL: gateway,
      SANDBOX_CONTROL_KEY: controlKey,
      SANDBOX_WEBHOOK_URL: `${url}/webhooks/gateway/${store}`,
    },
  }
}
