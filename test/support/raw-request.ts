import { connect } from 'node:net'

export interface RawRequest {
  method: string
  target: string
  headers: readonly (readonly [string, string])[]
  body: Buffer | undefined
  framing: 'length' | 'chunked' | 'too-short' | 'too-long' | 'broken-chunks'
}

export interface RawAnswer {
  /** 0 if the connection closed without a response. */
  status: number
  headers: Map<string, string>
  body: string
}

/** Longer than any response, shorter than the server's timeout for slow senders. */
const HANGS_AFTER_MS = 12_000
/** Until a client with an incomplete body half-closes; the server does not respond earlier. */
const GIVES_UP_AFTER_MS = 100

export const sendRaw = (port: number, request: RawRequest): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytesOf(request)))
    const givesUp = request.framing === 'too-long' || request.framing === 'broken-chunks'
    const timer = setTimeout(
      () => {
        if (givesUp) socket.end()
        else socket.destroy(new Error('no answer'))
      },
      givesUp ? GIVES_UP_AFTER_MS : HANGS_AFTER_MS,
    )
    let failure: Error | undefined
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      clearTimeout(timer)
      if (chunks.length === 0 && failure?.message === 'no answer') reject(failure)
      else resolve(read(Buffer.concat(chunks).toString('utf8').replace(GO_ON, '')))
    })
  })

const GO_ON = /^HTTP\/1\.1 100 Continue\r\n\r\n/

const bytesOf = ({ method, target, headers, body, framing }: RawRequest): Buffer => {
  const framed = body === undefined ? [] : [FRAMES[framing](body)]
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...framed.map(([header]) => header),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return Buffer.concat([head, ...framed.map(([, bytes]) => bytes)])
}

const chunked = (body: Buffer): Buffer =>
  body.length === 0
    ? Buffer.from('0\r\n\r\n')
    : Buffer.concat([
        Buffer.from(`${body.length.toString(16)}\r\n`),
        body,
        Buffer.from('\r\n0\r\n\r\n'),
      ])

const FRAMES: Record<RawRequest['framing'], (body: Buffer) => [string, Buffer]> = {
  length: (body) => [`content-length: ${body.length}`, body],
  chunked: (body) => ['transfer-encoding: chunked', chunked(body)],
  'too-short': (body) => [`content-length: ${Math.floor(body.length / 2)}`, body],
  'too-long': (body) => [`content-length: ${body.length + 10}`, body],
  'broken-chunks': (body) => [
    'transfer-encoding: chunked',
    Buffer.concat([chunked(body).subarray(0, -5), Buffer.from('zz\r\n\r\n')]),
  ],
}

const read = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((each) => {
      const colon = each.indexOf(':')
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()]
    }),
  )
  const raw = rest.join('\r\n\r\n')
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  const body = isChunked ? raw.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '') : raw
  return { status: Number(line.split(' ')[1] ?? 0), headers, body }
}
