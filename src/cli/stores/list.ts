import type { StoreRow } from '../../db/db.ts'
import { listStores } from '../../db/stores/stores.ts'
import { addressWithoutSecrets } from '../../payments/stores/secret-hints.ts'
import { printable } from '../../runtime/text/printable.ts'
import { printReportJson } from '../terminal/print.ts'
import type { StoreCommandContext } from './workplace.ts'

export const printStores = async (
  { connecting }: StoreCommandContext,
  { json }: { json: boolean },
): Promise<void> => {
  const found = await listStores(connecting.query)
  if (json) return printReportJson({ data: found.map(storeInJson) })
  for (const store of found) {
    const { id, environment, platform, name, notify_url: notifyUrl } = store
    const more = store.disabled_at ? ['disabled'] : []
    const columns = [id, environment, platform, name, notifyUrl ?? '-', ...more]
    console.log(columns.map(printable).join('\t'))
  }
}

const storeInJson = ({ id, environment, platform, name, notify_url, disabled_at }: StoreRow) => ({
  ...{ id, environment, platform, name },
  notify_url: notify_url === null ? null : addressWithoutSecrets(notify_url),
  disabled_at,
})
