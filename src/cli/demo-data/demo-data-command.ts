import { readRemoteSettings } from '../../../config/settings.ts'
import { StoreId } from '../../domain/ids.ts'
import { feedPage } from '../../http/api/notifications/feed-schemas.ts'
import { UserError } from '../../runtime/failure.ts'
import { openProgress } from '../../runtime/process/progress.ts'
import { openRemoteApi, type RemoteOptions } from '../context/remote-api.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { counted, printReportJson } from '../terminal/print.ts'
import { sandboxControl } from '../trigger/sandbox-control.ts'
import { fillDemoStore } from './fill-demo-store.ts'

export interface DemoDataOptions extends RemoteOptions {
  sandboxUrl?: string
  json: boolean
}

/** Makes a month of orders in a test store of a running Puente. */
export const makeDemoDataCommand = async (
  { platforms }: CommandProgram,
  options: DemoDataOptions,
): Promise<void> => {
  const api = openRemoteApi(options)
  const { store } = await api.call('/v1/feed?from=now', { schema: feedPage })
  if (options.store !== undefined && options.store !== store.id) {
    throw new UserError(`--store: the API key belongs to the store "${store.id}".`)
  }
  if (store.environment !== 'test') {
    throw new UserError(
      `The store "${store.id}" takes live payments. "demo-data" works only with test stores.`,
    )
  }
  const settings = readRemoteSettings(process.env, '.env', platforms)
  const sandbox = sandboxControl(options.sandboxUrl ?? `http://localhost:${settings.SANDBOX_PORT}`)
  const progress = openProgress()
  let made = 0
  const { planned, ...result } = await fillDemoStore(
    {
      ...{ storeId: StoreId.parse(store.id), api, sandbox },
      publishableKey: settings.SANDBOX_PUBLISHABLE_KEY,
    },
    {
      onOrder: () => {
        made += 1
        progress.show(counted(made, 'order'))
      },
    },
  ).finally(progress.clear)
  if (options.json) printReportJson({ store_id: store.id, orders: result.made, planned })
  else if (result.made === 0) {
    console.log(
      `The demo data of the store ${store.id} are there already: ${counted(planned, 'order')}. Nothing was added.`,
    )
  } else {
    console.log(
      `Created ${counted(result.made, 'order')} of the last 30 days in the store ${store.id}, and a reconciliation of them.`,
    )
  }
}
