import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serve } from './http-server.ts'

const HOST = '127.0.0.1'

describe.concurrent('the HTTP server', () => {
  it('the error names the port that is in use', async () => {
    const first = await serve((_, response) => void response.end('first'), { host: HOST, port: 0 })
    const warnings: Error[] = []
    const note = (warning: Error) => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning)
    }
    process.on('warning', note)
    await expect(serve(() => {}, { host: HOST, port: first.port })).rejects.toThrow(
      `Port ${first.port} is in use by another program`,
    )
    process.off('warning', note)
    expect(warnings).toEqual([])
    await first.close()
  })

  it('a new process takes over the port of one that is shutting down', async () => {
    const old = await serve((_, response) => void response.end('old'), { host: HOST, port: 0 })
    const next = serve((_, response) => void response.end('new'), { host: HOST, port: old.port })
    await old.close()
    const { port, close } = await next
    expect(port).toBe(old.port)
    expect(await (await fetch(`http://${HOST}:${port}/`)).text()).toBe('new')
    await close()
  })

  it('closing drains the request in flight and refuses new connections', async () => {
    const arrived = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { port, close } = await serve(
      async (_, response) => {
        arrived.resolve()
        await release.promise
        response.end('done')
      },
      { host: HOST, port: 0 },
    )
    const agent = new Agent({ keepAlive: true })
    const running = request({ host: HOST, port, agent }).end()
    const answered = once(running, 'response')
    await arrived.promise
    const asked = Date.now()
    const closed = close()
    await expect(fetch(`http://${HOST}:${port}/`)).rejects.toThrow()
    release.resolve()
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
    await closed
    expect(Date.now() - asked).toBeLessThan(4_500)
    agent.destroy()
  })

  it('a draining server answers one more request per keep-alive connection and closes it', async () => {
    const { port, close } = await serve((_, response) => void response.end('done'), {
      host: HOST,
      port: 0,
      idleMs: 10_000,
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = async () => {
      const [response] = await once(request({ host: HOST, port, agent }).end(), 'response')
      response.resume()
      await once(response, 'end')
      return response.headers.connection
    }
    expect(await ask()).toBe('keep-alive')
    const closed = close()
    expect(await ask()).toBe('close')
    await closed
    await expect(ask()).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
  })

  it('closing does not wait for a silent connection', async () => {
    const { port, close } = await serve((_, response) => void response.end(), {
      host: HOST,
      port: 0,
    })
    await fetch(`http://${HOST}:${port}/`)
    const silent = connect(port, HOST)
    silent.on('error', () => {})
    await once(silent, 'connect')
    const asked = Date.now()
    await close()
    expect(Date.now() - asked).toBeLessThan(7_000)
    silent.destroy()
  })

  it('the error for an address of another machine names the setting', async () => {
    await expect(serve(() => {}, { host: '203.0.113.1', port: 0 })).rejects.toThrow('LISTEN_HOST')
  })
})
