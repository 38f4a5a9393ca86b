import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../../test/support/child-environment.ts'
import { endWithUs } from '../contenders/end-with-us.ts'
import {
  type LoadResult,
  sendLoad,
  type WrittenRequest,
  writtenRequest,
} from '../load/send-load.ts'
import type { Extent } from '../measure/extent.ts'
import { median } from '../measure/statistics.ts'
import { digits, type Findings } from '../report/section.ts'

const CONNECTIONS = 32
const MAX_REQUESTS = 20_000
const KNOWN_PAYMENTS = 200
const HEADERS = { authorization: 'Bearer sk_test_sandbox', accept: 'application/json' }

export const benchSandbox = async ({ rounds, loadMs }: Extent): Promise<Findings> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-sandbox-'))
  const port = await freePort()
  let sandbox: ChildProcess | undefined
  try {
    const first = await startSandboxProcess({ port, dataDir })
    await stop(first.process)
    const warm = await startSandboxProcess({ port, dataDir })
    sandbox = warm.process
    const creations: LoadResult[] = []
    const reads: LoadResult[] = []
    const ids = await somePayments(port)
    for (let round = 0; round < rounds; round++) {
      const timed = { port, durationMs: loadMs }
      const creating = { requests: creationRequests(round), expectedStatus: 201 }
      creations.push(await load({ ...timed, ...creating }))
      reads.push(await load({ ...timed, requests: readRequests(ids), expectedStatus: 200 }))
    }
    return {
      sections: [
        {
          title: `The sandbox gateway, at ${CONNECTIONS} connections`,
          columns: ['what', 'median'],
          rows: [
            ['first start with a new database, ms', digits(first.startMs)],
            ['start, ms', digits(warm.startMs)],
            ['POST /v1/payments a second', rate(creations)],
            ['GET /v1/payments/{id} a second', rate(reads)],
          ],
        },
      ],
    }
  } finally {
    if (sandbox) await stop(sandbox)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const rate = (results: readonly LoadResult[]): string =>
  digits(median(results.map(({ requestsPerSecond }) => requestsPerSecond)))

const startSandboxProcess = async ({ port, dataDir }: { port: number; dataDir: string }) => {
  const startedAt = performance.now()
  const process = endWithUs(
    fork(fileURLToPath(new URL('../../sandbox/gateway/main.ts', import.meta.url)), {
      env: childEnvironment({
        NODE_ENV: 'development',
        LOG_LEVEL: 'error',
        DATA_DIR: dataDir,
        SANDBOX_PORT: String(port),
      }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  await once(process, 'message')
  return { process, startMs: performance.now() - startedAt }
}

const stop = async (process: ChildProcess): Promise<void> => {
  process.kill('SIGTERM')
  await once(process, 'exit')
}

const load = async (timed: {
  port: number
  durationMs: number
  requests: WrittenRequest[]
  expectedStatus: number
}): Promise<LoadResult> => {
  const result = await sendLoad({ connections: CONNECTIONS, ...timed })
  if (result.refused > 0) throw new Error(`${result.refused} requests to the sandbox were refused`)
  return result
}

const creationBody = (reference: string): string =>
  JSON.stringify({
    amount: '125.50',
    external_reference: reference,
    name: `Order ${reference}`,
    metadata: { order: reference },
    customer: { email: 'ana@example.com' },
  })

const creationRequests = (round: number): WrittenRequest[] =>
  Array.from({ length: MAX_REQUESTS }, (_, index) => {
    const tag = `${round}-${index}`
    return writtenRequest({
      tag,
      method: 'POST',
      path: '/v1/payments',
      headers: { ...HEADERS, 'content-type': 'application/json', 'idempotency-key': tag },
      body: creationBody(tag),
    })
  })

const readRequests = (ids: readonly number[]): WrittenRequest[] =>
  Array.from({ length: MAX_REQUESTS }, (_, index) =>
    writtenRequest({
      tag: String(index),
      method: 'GET',
      path: `/v1/payments/${ids[index % ids.length]}`,
      headers: HEADERS,
    }),
  )

const somePayments = (port: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: KNOWN_PAYMENTS }, async (_, index) => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/payments`, {
        method: 'POST',
        headers: { ...HEADERS, 'content-type': 'application/json' },
        body: creationBody(`known-${index}`),
      })
      const { id } = (await answer.json()) as { id: number }
      return id
    }),
  )
