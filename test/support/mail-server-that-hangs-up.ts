import { createServer, type Socket } from 'node:net'

/**
 * Speaks SMTP until the end of a mail's text, then closes the connection without an answer. Without
 * `greets`, sends nothing.
 */
export const startHangingUp = async (url: string, { greets = true } = {}) => {
  let texts = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let isText = false
    sockets.add(socket)
    socket.on('error', () => {})
    if (!greets) return
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      if (isText && text.endsWith('\r\n.\r\n')) {
        texts += 1
        socket.destroy()
      } else if (text.startsWith('DATA')) {
        isText = true
        socket.write('354 go on\r\n')
      } else if (!isText) socket.write('250 ok\r\n')
    })
  })
  const { hostname, port } = new URL(url)
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, () => resolve()))
  return {
    url,
    texts: () => texts,
    connections: () => sockets.size,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}
