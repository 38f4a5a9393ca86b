import { hasPassed, type Row, rowsIn, tableOf } from './table.ts'

/** What the results depend on. */
export interface Tested {
  /** SHA-256 of the plugin's zip. */
  plugin: string
  /** Git's hash of the adapter's folder. */
  adapter: string
  wordpress: string
  php: string
  mariadb: string
  subscriptions: boolean
}

/** The results that a document keeps between its markers, so that a run goes on where another ended. */
export interface MatrixRecord {
  /** Whether a shop passed with the same plugin and versions. */
  hasPassed(shop: Pick<Row, 'woocommerce' | 'storage'>): boolean
  /** Returns the part of the document after a shop was tested. */
  with(row: Row): string
}

/** Length of the hashes in the document. */
const SHOWN = 12

/** Reads the part of the document. Results of another plugin or other versions are left out. */
export const readRecord = (part: string, tested: Tested): MatrixRecord => {
  const heading = headingOf(tested)
  let rows = part.includes(heading) ? rowsIn(part) : []
  const isOf = (shop: Pick<Row, 'woocommerce' | 'storage'>) => (row: Row) =>
    row.woocommerce === shop.woocommerce && row.storage === shop.storage
  return {
    hasPassed: (shop) => rows.some((row) => isOf(shop)(row) && hasPassed(row)),
    with: (row) => {
      rows = [...rows.filter((other) => !isOf(row)(other)), row]
      const flakes = rows.flatMap((each) => each.flakes)
      const list = flakes.length > 0 ? ['Passed only when they ran again:', flakes.join('\n')] : []
      return [heading, tableOf(rows), ...list].join('\n\n')
    },
  }
}

const headingOf = (tested: Tested): string => {
  const shops = [
    `WordPress ${tested.wordpress}`,
    ...(tested.subscriptions ? ['WooCommerce Subscriptions Core'] : []),
    `PHP ${tested.php}`,
  ]
  const hashes = `plugin \`${tested.plugin.slice(0, SHOWN)}\` and adapter \`${tested.adapter.slice(0, SHOWN)}\``
  return `Results of ${hashes}, with ${shops.join(', ')} and MariaDB ${tested.mariadb}:`
}
