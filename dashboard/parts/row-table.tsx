import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface Column<Row> {
  /** Heading; on a phone, the label of each cell. */
  name: string
  ta?: 'end'
  cell: (row: Row) => ReactNode
}

/** Table that shows rows as cards on a phone. */
export const RowTable = <Row,>({
  rows,
  keyOf,
  columns,
  ...table
}: TableProps & {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
}) => (
  <Table className="rows" verticalSpacing="sm" {...table}>
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ name, cell: _, ...style }) =>
          name ? (
            <Table.Th key={name} {...style}>
              {name}
            </Table.Th>
          ) : (
            <Table.Td key={name} />
          ),
        )}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map((row) => (
        <Table.Tr key={keyOf(row)}>
          {columns.map(({ name, cell, ...style }) => (
            <Table.Td key={name} data-label={name || undefined} {...style}>
              {cell(row)}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
