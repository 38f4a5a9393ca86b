import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'

/** Proxy to PostgreSQL that can lose the answer to a COMMIT, leaving its outcome unknown. */
export interface LosingProxy {
  url: string
  /**
   * Commits the next transaction with a matching statement, then cuts the connection instead of
   * answering. Reads statement texts from the wire: no prepared statements.
   */
  loseCommitOf(fits: RegExp): Promise<void>
  close(): Promise<void>
}

export const startLosingProxy = async (databaseUrl: string): Promise<LosingProxy> => {
  const url = new URL(databaseUrl)
  const [host, port] = [url.hostname, Number(url.port)]
  let awaited: { fits: RegExp; lost: () => void } | undefined
  const open = new Set<() => void>()
  const server = createServer((client) => {
    const upstream = connect(port, host)
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    open.add(cut)
    for (const socket of [client, upstream]) {
      socket
        .on('error', () => {})
        .on('close', () => {
          cut()
          open.delete(cut)
        })
    }
    let isItsOwn = false
    client.on('data', (said: Buffer) => {
      const text = said.toString('latin1')
      isItsOwn ||= awaited?.fits.test(text) === true
      if (isItsOwn && awaited && /\bcommit\0/i.test(text)) {
        const { lost } = awaited
        awaited = undefined
        let answered = ''
        upstream.removeAllListeners('data').on('data', (answer: Buffer) => {
          // Statements may go with the commit, and are answered before it.
          answered += answer.toString('latin1')
          if (!answered.includes('COMMIT\0')) return
          upstream.removeAllListeners('data')
          cut()
          lost()
        })
      }
      if (/\b(begin|start transaction|commit|rollback)\b/i.test(text)) isItsOwn = false
      upstream.write(said)
    })
    upstream.on('data', (answer: Buffer) => client.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    loseCommitOf: (fits) =>
      new Promise((lost) => {
        awaited = { fits, lost }
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const cut of open) cut()
      }),
  }
}
