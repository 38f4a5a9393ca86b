import {
  type Connections,
  connectionsWithin,
  UNRESTRICTED_CONNECTIONS,
} from '../src/runtime/net/connections.ts'
import { publicOrWithin } from '../src/runtime/net/public-address.ts'
import type { Settings } from './settings.ts'

/** Returns the connections for addresses that stores chose. */
export const storeConnections = ({
  NODE_ENV: environment,
  STORE_NETWORKS: networks,
}: Pick<Settings, 'NODE_ENV' | 'STORE_NETWORKS'>): Connections =>
  environment === 'production' || networks
    ? connectionsWithin(publicOrWithin(networks ?? []))
    : UNRESTRICTED_CONNECTIONS
