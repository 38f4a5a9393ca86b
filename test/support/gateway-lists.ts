import type { IncomingMessage } from 'node:http'
import { serve } from '../../src/runtime/http/http-server.ts'
import type { Json } from './world.ts'

/** Rewrites pages of `GET /payments` and answers `GET /payments/{id}`. */
export interface GatewayLists {
  url: string
  forwardTo(url: string): void
  /** A number returns that error status. */
  change(
    by:
      | ((page: Json, query: URLSearchParams) => Promise<Json | number> | Json | number)
      | undefined,
  ): void
  plannedAnswers(by: ((id: string) => PlannedAnswer | undefined) | undefined): void
  queries: URLSearchParams[]
  close(): Promise<void>
}

interface PlannedAnswer {
  status: number
  headers?: Record<string, string>
}

export const startGatewayLists = async (): Promise<GatewayLists> => {
  let target = ''
  let changeBy: Parameters<GatewayLists['change']>[0]
  let answerBy: Parameters<GatewayLists['plannedAnswers']>[0]
  const asked: URLSearchParams[] = []

  const server = await serve(
    async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
      const [, single] = /^\/v1\/payments\/(\d+)$/.exec(pathname) ?? []
      const planned = request.method === 'GET' && single ? answerBy?.(single) : undefined
      if (planned) return void response.writeHead(planned.status, planned.headers).end()
      const answer = await forward(target, request)
      const isList = request.method === 'GET' && pathname === '/v1/payments'
      if (isList) asked.push(searchParams)
      let { status, body } = answer
      if (isList && status === 200 && changeBy) {
        const changed = await changeBy(JSON.parse(body), searchParams)
        if (typeof changed === 'number') status = changed
        else body = JSON.stringify(changed)
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    forwardTo: (url) => {
      target = url
    },
    change: (by) => {
      changeBy = by
    },
    plannedAnswers: (by) => {
      answerBy = by
    },
    queries: asked,
    close: () => server.close(),
  }
}

const forward = async (target: string, request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { host, connection, 'content-length': _, ...headers } = request.headers
  const body = new Uint8Array(Buffer.concat(chunks))
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 ? { body } : {}),
  })
  return { status: answer.status, body: await answer.text() }
}
