import type { StoreId } from '../../domain/ids.ts'
import type { RemoteApi } from '../context/remote-api.ts'
import type { SandboxControl } from '../trigger/sandbox-control.ts'

/** Dependencies of the demo data. */
export interface Stage {
  /** Store of the API key. */
  storeId: StoreId
  api: RemoteApi
  sandbox: SandboxControl
  publishableKey: string
}
