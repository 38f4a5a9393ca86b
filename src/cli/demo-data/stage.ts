import type { StoreId } from '../../domain/ids.ts'
import type { RemoteApi } from '../context/remote-api.ts'
import type { SandboxControl } from '../trigger/sandbox-control.ts'

/** Dependencies of the demo data. */
export interface Stage {
  /** Of the API's key. */
  storeId: StoreId
  api: RemoteApi
  sandbox: SandboxControl
  publishableKey: string
}
