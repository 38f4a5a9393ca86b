import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between Puente and an engine, at an address that stays. */
export interface EngineProxy {
  host: string
  port: number
  /** New connections go there; those that are open stay with what they have. */
  pointAt(port: number): void
  /**
   * Swallows what is sent either way and closes nothing, as when a machine is gone from the network: of
   * the connections that are open, and of new ones until `speak`.
   */
  fallSilent(): void
  /** Forwards new connections again. Those that were silent stay silent. */
  speak(): void
  /** Ends all connections at once. */
  cut(): void
  /** How many connections are open. */
  open(): number
  close(): Promise<void>
}

export const startEngineProxy = async (target: number): Promise<EngineProxy> => {
  let port = target
  let isSilent = false
  const links = new Set<{ near: Socket; far: Socket | undefined; silence: () => void }>()
  const server = createServer((near) => {
    near.on('error', () => {})
    if (isSilent) {
      const link = { near, far: undefined, silence: () => {} }
      links.add(link)
      near.on('data', () => {})
      near.once('close', () => links.delete(link))
      return
    }
    const far = connect(port, '127.0.0.1')
    let swallows = false
    const link = {
      near,
      far,
      silence: () => {
        swallows = true
      },
    }
    links.add(link)
    near.on('data', (bytes) => void (swallows || far.write(bytes)))
    far.on('data', (bytes) => void (swallows || near.write(bytes)))
    far.on('error', () => {})
    far.once('close', () => void (swallows || near.destroy()))
    near.once('close', () => {
      links.delete(link)
      far.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    pointAt: (to) => {
      port = to
    },
    fallSilent: () => {
      isSilent = true
      for (const { silence } of links) silence()
    },
    speak: () => {
      isSilent = false
    },
    cut: () => {
      for (const { near, far } of links) {
        near.destroy()
        far?.destroy()
      }
    },
    open: () => links.size,
    close: async () => {
      for (const { near, far } of links) {
        near.destroy()
        far?.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
