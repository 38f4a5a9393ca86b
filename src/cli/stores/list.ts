import type { StoreRow } from '../../db/db.ts'
import { listStores } from '../../db/stores/stores.ts'
import { addressWithoutSecrets } from '../../runtime/net/address-without-secrets.ts'
import { printReportJson } from '../terminal/print.ts'
import { printTable, stdoutOutlet } from '../terminal/table.ts'
import type { StoreCommandContext } from './workplace.ts'

export const printStores = async (
  { connecting }: StoreCommandContext,
  { json }: { json: boolean },
): Promise<void> => {
  const found = await listStores(connecting.query)
  if (json) return printReportJson({ data: found.map(storeInJson) })
  const { isTTY } = stdoutOutlet()
  printTable(
    COLUMNS,
    found.map((store) => {
      const { id, environment, platform, name, notify_url: notifyUrl } = store
      const facts = [id, environment, platform, name, notifyUrl ?? '-']
      const state = stateOf(store)
      return isTTY || state !== 'enabled' ? [...facts, state] : facts
    }),
    { none: 'No stores yet. Connect one with "puente stores add", or in the dashboard.' },
  )
}

const stateOf = ({ disabled_at, frozen_at }: StoreRow): 'disabled' | 'frozen' | 'enabled' =>
  disabled_at ? 'disabled' : frozen_at ? 'frozen' : 'enabled'

const COLUMNS = [
  'STORE',
  'ENVIRONMENT',
  'PLATFORM',
  { header: 'NAME', yields: 'cut' },
  { header: 'NOTIFY ADDRESS', yields: 'cut' },
  'STATE',
] as const

const storeInJson = ({ notify_url, disabled_at, frozen_at, ...store }: StoreRow) => ({
  id: store.id,
  environment: store.environment,
  platform: store.platform,
  name: store.name,
  notify_url: notify_url === null ? null : addressWithoutSecrets(notify_url),
  disabled_at,
  frozen_at,
})
