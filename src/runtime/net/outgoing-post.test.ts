import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectionsWithin, UNRESTRICTED_CONNECTIONS } from './connections.ts'
import { postPooled } from './outgoing-post.ts'
import { isPublicAddress, publicOrWithin } from './public-address.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const serverThat = async (answer: RequestListener) => {
  let connections = 0
  const server = createServer(answer).on('connection', () => connections++)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, connections: () => connections }
}
const post = (url: string, timeoutMs = 2_000, connections = UNRESTRICTED_CONNECTIONS) =>
  postPooled(url, { headers: { 'x-of': 'test' }, body: 'Café', timeoutMs }, connections)

describe('outgoing POST requests', () => {
  it('a POST arrives unchanged and resolves with status and Retry-After', async () => {
    let arrived: unknown
    const { url } = await serverThat(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { 'x-of': of, 'content-length': length } = request.headers
      arrived = [request.method, of, length, Buffer.concat(chunks).toString()]
      response.writeHead(429, { 'retry-after': '7' }).end('later')
    })
    const { status, retryAfter } = await post(url)
    expect([status, retryAfter]).toEqual([429, '7'])
    expect(arrived).toEqual(['POST', 'test', '5', 'Café'])
  })

  it('a POST follows no redirect', async () => {
    let requests = 0
    const { url } = await serverThat((_, response) => {
      requests++
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await post(url)).status).toBe(307)
    expect(requests).toBe(1)
  })

  it('consecutive POSTs share one keep-alive connection', async () => {
    const { url, connections } = await serverThat((request, response) => {
      request.resume().on('end', () => response.end('taken'))
    })
    for (let n = 0; n < 5; n++) {
      await post(url)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(connections()).toBe(1)
  })

  it('an endless response costs its connection', async () => {
    let isCut: Promise<unknown> | undefined
    const { url } = await serverThat((_, response) => {
      isCut = new Promise((resolve) => response.on('close', resolve))
      response.writeHead(200)
      const more = setInterval(() => response.write('x'.repeat(32_768)), 1)
      response.on('close', () => clearInterval(more))
    })
    expect((await post(url)).status).toBe(200)
    await isCut
  })

  it('a POST rejects after its timeout', async () => {
    const { url } = await serverThat(() => {})
    await expect(post(url, 50)).rejects.toThrow('no answer within 50 ms')
  })

  it('a response that stalls costs its connection', async () => {
    let isCut: Promise<unknown> | undefined
    const { url } = await serverThat((_, response) => {
      isCut = new Promise((resolve) => response.on('close', resolve))
      response.writeHead(200).write('the beginning')
    })
    expect((await post(url, 1_000)).status).toBe(200)
    await isCut
  })

  it('a POST rejects on a refused connection, a closed connection and an invalid address', async () => {
    await expect(post('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED')
    const { url } = await serverThat((request) => request.socket.destroy())
    await expect(post(url)).rejects.toThrow('other side closed')
    await expect(post('ftp://shop.example/')).rejects.toThrow('protocol')
    await expect(post('no address')).rejects.toThrow('Invalid URL')
  })
  it.each(['127.0.0.1', 'localhost', 'shop.localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'a POST to an address chosen by others does not reach this machine as %s',
    async (host) => {
      const { url, connections } = await serverThat((_, response) => response.end())
      const named = url.replace('127.0.0.1', host)
      await expect(post(named, 2_000, connectionsWithin(isPublicAddress))).rejects.toThrow(
        'is not in the public internet: use an address that is',
      )
      expect(connections()).toBe(0)
    },
  )

  it.each(['127.0.0.1', 'localhost'])(
    'a POST to %s in an allowed network succeeds over one keep-alive connection',
    async (host) => {
      const { url, connections } = await serverThat((_, response) => response.end())
      const allowed = connectionsWithin(publicOrWithin(['127.0.0.0/8']))
      for (let n = 0; n < 3; n++) {
        expect((await post(url.replace('127.0.0.1', host), 2_000, allowed)).status).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      expect(connections()).toBe(1)
    },
  )
})
