import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { serve } from '../../src/runtime/http/http-server.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from './child-environment.ts'
import { eventually } from './eventually.ts'
import type { Json } from './world.ts'

export const webhookHandler = async () => {
  const port = await freePort()
  const received: { id: string; source: string; body: Json }[] = []
  const answers: number[] = []
  let verifier: Webhook | undefined
  let server: Awaited<ReturnType<typeof serve>> | undefined
  const start = async () => {
    server = await serve(
      async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        const status = answers.shift()
        if (status) return void response.writeHead(status).end()
        const headers = request.headers as Record<string, string>
        const body = verifier?.verify(Buffer.concat(chunks).toString(), headers)
        const source = headers['puente-source'] ?? ''
        received.push({ id: headers['webhook-id'] ?? '', source, body })
        response.writeHead(204).end()
      },
      { host: '127.0.0.1', port },
    )
  }
  await start()
  return {
    forwardTo: `127.0.0.1:${port}/puente`,
    received,
    answerNext: (...statuses: number[]) => void answers.push(...statuses),
    checkWith: (secret: string) => {
      verifier = new Webhook(secret)
    },
    start,
    stop: async () => {
      await server?.close()
      server = undefined
    },
  }
}

export interface Listening {
  firstLine: Json
  lines(): Json[]
  stop(): Promise<number | null>
}

export const startListening = async (
  args: readonly string[],
  settings: Record<string, string>,
  { cwd = tmpdir() }: { cwd?: string } = {},
): Promise<Listening> => {
  const file = fileURLToPath(new URL('../../src/cli/puente.ts', import.meta.url))
  const child = spawn(process.execPath, [file, 'listen', '--json', ...args], {
    cwd,
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    complained += chunk
  })
  const ended = once(child, 'exit')
  const lines = (): Json[] =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`puente listen ended: ${complained}`)
    return lines().length > 0
  })
  return {
    firstLine: lines()[0].listening,
    lines: () => lines().slice(1),
    stop: async () => {
      child.kill('SIGINT')
      const [code] = await ended
      return code
    },
  }
}
