import { type RemoteGateway, remoteGatewayOf } from './gateway/gateway.ts'
import { DEFAULT_KEYS, type Keys } from './gateway/keys.ts'
import { createSender } from './gateway/send.ts'

export interface ConnectOptions {
  /** Default: `SIMULATOR_URL`, which the binary sets for its command. */
  url?: string
  keys?: Partial<Keys>
  /** Opens the control routes from another machine. */
  controlKey?: string
}

/** Controls a gateway of another process by its control routes; throws without a URL. */
export const connectGateway = ({ url, keys, controlKey }: ConnectOptions = {}): RemoteGateway => {
  const { SIMULATOR_URL, SIMULATOR_WEBHOOK_SECRET } = process.env
  const given = url ?? SIMULATOR_URL
  if (given === undefined) throw new Error('Give the url of the gateway, or set SIMULATOR_URL.')
  const address = given.replace(/\/+$/, '')
  return remoteGatewayOf({
    url: address,
    keys: {
      ...DEFAULT_KEYS,
      ...(SIMULATOR_WEBHOOK_SECRET !== undefined && { webhookSecret: SIMULATOR_WEBHOOK_SECRET }),
      ...keys,
    },
    sender: createSender({ url: address, key: controlKey }),
  })
}
