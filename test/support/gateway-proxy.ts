import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `lost`, `error-after` and `done-but-answers` strike after the gateway's work; `answer`, `cut` and
 * `hang` prevent it.
 */
export type GatewayFault =
  | { kind: 'lost' }
  | { kind: 'error-after'; status: number }
  | { kind: 'done-but-answers'; status: number; body: string }
  | {
      kind: 'answer'
      status: number
      body?: string
      headers?: Record<string, string>
      after?: () => Promise<unknown>
    }
  | { kind: 'cut' }
  | { kind: 'hang' }
  /** Forwards twice and returns the second answer. */
  | { kind: 'twice' }
  /** Forwards without delay and answers `ms` later. */
  | { kind: 'slow'; ms: number }

type Stage = 'on-its-way' | 'work-done'

export interface GatewayProxy {
  url: string
  forwardTo(url: string): void
  /** Queues faults for a route, such as `POST /v1/payments`. */
  next(route: string, ...faults: GatewayFault[]): void
  /** For requests without a queued fault. */
  always(fault: GatewayFault | undefined): void
  calm(): void
  /** Runs before and after each forwarded request. */
  onPass(decide: ((route: string, stage: Stage) => Promise<'pass' | 'cut'>) | undefined): void
  /** Resolves when no request is in flight, even with a closed connection. */
  idle(): Promise<void>
  seen: string[]
  refuse(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

export const startGatewayProxy = async (): Promise<GatewayProxy> => {
  let target = ''
  let constant: GatewayFault | undefined
  let decidePass: Parameters<GatewayProxy['onPass']>[0]
  const planned: { route: string; fault: GatewayFault }[] = []
  const seen: string[] = []
  const atWork = new Set<Promise<unknown>>()

  const faultOf = (route: string): GatewayFault | undefined => {
    const index = planned.findIndex((plan) => plan.route === route)
    return index < 0 ? constant : planned.splice(index, 1)[0]?.fault
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { method = '', url = '' } = request
    seen.push(`${method} ${url}`)
    const fault = faultOf(`${method} ${url.split('?')[0]}`)
    const forwarded = () => {
      const work = forward(`${target}${url}`, request, body)
      const done = work.catch(() => {}).finally(() => atWork.delete(done))
      atWork.add(done)
      return work
    }
    switch (fault?.kind) {
      case undefined: {
        const route = `${method} ${url.split('?')[0]}`
        const isCut = async (stage: Stage) => (await decidePass?.(route, stage)) === 'cut'
        if (await isCut('on-its-way')) return void request.socket.destroy()
        const done = await forwarded()
        if (await isCut('work-done')) return void request.socket.destroy()
        return answer(response, done)
      }
      case 'slow': {
        const done = await forwarded()
        await sleep(fault.ms)
        return answer(response, done)
      }
      case 'twice':
        await forwarded()
        return answer(response, await forwarded())
      case 'lost':
        await forwarded()
        return void request.socket.destroy()
      case 'done-but-answers':
        await forwarded()
        return void response.writeHead(fault.status).end(fault.body)
      case 'error-after':
        await forwarded()
        return void response.writeHead(fault.status).end()
      case 'answer':
        await fault.after?.()
        return void response.writeHead(fault.status, fault.headers).end(fault.body)
      case 'cut':
        return void request.socket.destroy()
      case 'hang':
        return
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    forwardTo: (url) => {
      target = url
    },
    next: (route, ...faults) => planned.push(...faults.map((fault) => ({ route, fault }))),
    always: (fault) => {
      constant = fault
    },
    calm: () => {
      constant = undefined
      planned.length = 0
    },
    onPass: (decide) => {
      decidePass = decide
    },
    idle: async () => {
      while (atWork.size > 0) await Promise.all(atWork)
    },
    seen,
    refuse: stop,
    accept: () => listen(port),
    close: stop,
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Forwarded {
  status: number
  contentType: string
  retryAfter: string | null
  body: string
}

const forward = async (
  url: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
): Promise<Forwarded> => {
  const { host, connection, 'content-length': _, ...passed } = headers
  const response = await fetch(url, {
    method,
    headers: passed as Record<string, string>,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
  const contentType = response.headers.get('content-type') ?? 'text/plain'
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, contentType, retryAfter, body: await response.text() }
}

const answer = (
  response: ServerResponse,
  { status, contentType, retryAfter, body }: Forwarded,
): void => {
  const headers = {
    'content-type': contentType,
    ...(retryAfter ? { 'retry-after': retryAfter } : {}),
  }
  response.writeHead(status, headers).end(body)
}
